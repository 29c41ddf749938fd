import type { Printed } from '../pdf/printer.ts'
import { type CertificatePaper, certificateData } from './certificate.ts'
import { day, money, officeTime, within } from './format.ts'
import { type Press, printPaper } from './print.ts'
import { serviceRows, type PaperService } from './service-rows.ts'
import { signaturePicture } from './signature.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface ContractPaper {
  number: string
  status: 'draft' | 'active' | 'completed' | 'declined' | 'cancelled' | 'terminated'
  /** When the contract was issued. */
  madeOn: string
  /** Who issued it for the firm. */
  issuedBy: string | null
  client: { name: string; company: string | null; address: string | null; email: string; phone: string | null }
  services: PaperService[]
  totalValue: number | null
  startsOn: string
  endsOn: string | null
  terms: string | null
  /** Null until it is signed; `signature`, the names and times on the pages come from it. */
  certificate: CertificatePaper | null
}

export function printContract(press: Press, contract: ContractPaper): Promise<Printed> {
  const { provider } = press.config
  const { certificate, client } = contract
  return printPaper(press, 'contract', {
    footer: `Contract ${contract.number} · ${provider.name}`,
    number: contract.number,
    status: statuses[contract.status],
    total: contract.totalValue === null ? null : money(contract.totalValue),
    client: {
      name: client.company ?? client.name,
      lines: [client.company === null ? null : client.name, client.address, client.email, client.phone].filter(
        (line) => line !== null,
      ),
    },
    provider: { name: provider.name, lines: [] },
    facts: [
      { label: 'Made out', value: day(contract.madeOn) },
      { label: 'Starts', value: day(contract.startsOn) },
      { label: 'Ends', value: contract.endsOn === null ? 'When terminated' : day(contract.endsOn) },
    ],
    services: serviceRows(contract.services),
    terms: contract.terms,
    introduction:
      certificate === null ? null : 'Signed electronically. The certificate at the end of this contract records how.',
    places: [clientPlace(contract), providerPlace(contract, provider.name)],
    certificate: certificate === null ? null : certificateData(press, certificate),
  })
}

const statuses = {
  draft: { label: 'Awaiting signature', tone: 'warn' },
  active: { label: 'Signed', tone: 'ok' },
  completed: { label: 'Completed', tone: 'info' },
  declined: { label: 'Declined', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  terminated: { label: 'Terminated', tone: 'danger' },
} as const

function clientPlace({ client, certificate }: ContractPaper) {
  const label = `For the client${client.company === null ? '' : `, ${within(client.company)}`}`
  if (certificate === null) return { label, signature: null, lines: [`Name: ${within(client.name)}`, 'Date:'] }
  return {
    label,
    signature: signaturePicture(certificate.signature),
    lines: [certificate.signature.name, officeTime(certificate.signedAt)],
  }
}

/** The firm issues a contract by making it available to the client; its block names who did, before and after the client signs. */
const providerPlace = ({ issuedBy, madeOn }: ContractPaper, name: string) => ({
  label: `For the provider, ${name}`,
  signature: null,
  lines: [`Issued by ${issuedBy === null ? name : within(issuedBy)}`, day(madeOn)],
})
