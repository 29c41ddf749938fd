import { renderSVG } from 'uqr'
import { clausesOf } from '../../domain/contract-clauses.ts'
import type { Printed } from '../pdf/printer.ts'
import type { Fillable } from '../pdf/job.ts'
import { brief, day, money, officeTime, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'
import { serviceRows, type PdfService } from './service-rows.ts'
import { type GivenSignature, signaturePicture } from './signature.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface ContractDocument {
  number: string
  /** The contract that it renews or amends. */
  previous: { number: string; relation: 'renewal' | 'amendment' } | null
  /** When the contract was issued. */
  madeOn: string
  /** The person who issued it for the firm. */
  issuedBy: string | null
  client: { name: string; company: string | null; address: string | null; email: string; phone: string | null }
  services: PdfService[]
  totalValue: number | null
  startsOn: string
  endsOn: string | null
  terms: string | null
  /** Who signed it for the firm; null if the firm issued it without signing. */
  firmSigned: { name: string; at: string } | null
  /** Number of signature places for each side; for the firm, besides the place of who issued it. */
  places: { client: number; firm: number }
}

/** The names of a side's signature fields, in the order in which signatures fill them. */
export const signatureFields = (side: 'client' | 'firm', count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${side}-${index + 1}`)

export function printContract(pdfPrinter: PdfPrinter, contract: ContractDocument): Promise<Printed> {
  const { provider, publicUrl } = pdfPrinter.config
  const { client } = contract
  const verifyUrl = `${publicUrl}/verify`
  return printPdf(
    pdfPrinter,
    'contract',
    {
      footer: `Contract ${contract.number} · ${provider.name}`,
      number: contract.number,
      subject: subject(contract),
      total: contract.totalValue === null ? null : money(contract.totalValue),
      client: {
        name: client.company ?? client.name,
        lines: [client.company === null ? null : client.name, client.address, client.email, client.phone].filter(
          (line) => line !== null,
        ),
      },
      provider: {
        name: provider.name,
        lines: [provider.address, provider.email, provider.phone].filter((line) => line !== ''),
      },
      facts: [
        ...previousFact(contract),
        { label: 'Contract date', value: day(contract.madeOn) },
        { label: 'Start date', value: day(contract.startsOn) },
        { label: 'End date', value: contract.endsOn === null ? 'None (until terminated)' : day(contract.endsOn) },
      ],
      services: serviceRows(contract.services),
      clauses: contract.terms === null ? [] : clausesOf(contract.terms),
      places: [...fieldPlaces(contract, provider.name), providerPlace(contract, provider.name)],
      verifyUrl,
    },
    { 'verify.svg': Buffer.from(renderSVG(verifyUrl, { border: 0 })) },
    fieldPlaces(contract, provider.name).map(fieldOf),
  )
}

/** A page of exactly the size of a signature place, with its content. */
export const printSignatureBlock = (pdfPrinter: PdfPrinter, given: GivenSignature, signedAt: string) =>
  printPdf(pdfPrinter, 'signature-block', {
    footer: 'Signature',
    width: placeWidth,
    signature: signaturePicture(given),
    name: brief(given.name),
    time: officeTime(signedAt),
  })

/** In points: half of the page's text without the gap between the columns. */
const placeWidth = (8.5 * 72 - 2 * 0.85 * 72 - 36) / 2

const fieldOf = ({ field, label }: { field: string; label: string }): Fillable => ({
  name: field,
  label: `Signature. ${label}`,
  kind: 'signature',
  required: false,
  choices: [],
  maxCharacters: 0,
})

const previousFact = ({ previous }: ContractDocument) =>
  previous === null ? [] : [{ label: previous.relation === 'renewal' ? 'Renews' : 'Amends', value: previous.number }]

/** What the contract is about, by the names of its services. */
function subject({ services, client }: ContractDocument): string | null {
  const names = [...new Set(services.map(({ name }) => name))]
  if (names.length === 0) return null
  const shown = names.slice(0, 3).map((name) => brief(name))
  const more = names.length - shown.length
  const list = new Intl.ListFormat('en-US').format(more === 0 ? shown : [...shown, `${more} more`])
  return `${list} for ${brief(client.company ?? client.name)}`
}

/** The places that signers fill in, the client's first. */
function fieldPlaces({ client, places }: ContractDocument, provider: string) {
  const label = `For the client${client.company === null ? '' : `, ${within(client.company)}`}`
  return [
    ...signatureFields('client', places.client).map((field) => ({ label, field })),
    ...signatureFields('firm', places.firm).map((field) => ({ label: `For the provider, ${provider}`, field })),
  ]
}

/**
 * The firm issues a contract by making it available to the client; its signature block names who did, before and after
 * the client signs. If the firm signed it, the block shows that signature instead.
 */
function providerPlace({ issuedBy, madeOn, firmSigned }: ContractDocument, name: string) {
  const label = `For the provider, ${name}`
  if (firmSigned === null)
    return {
      label,
      field: null,
      signature: null,
      lines: [`Issued by ${issuedBy === null ? name : within(issuedBy)}`, day(madeOn)],
    }
  const { name: signer, at } = firmSigned
  return {
    label,
    field: null,
    signature: signaturePicture({ kind: 'typed', name: signer }),
    lines: [within(signer), officeTime(at)],
  }
}
