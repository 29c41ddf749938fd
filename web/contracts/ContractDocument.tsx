import type { ReactNode } from 'react'
import type { ContractDetails } from '../../domain/contract.ts'
import type { Signer } from '../../domain/signer.ts'
import { TermsText } from '../agreement-templates/TermsText.tsx'
import { classes } from '../kit/classes.ts'
import { portalConfig } from '../kit/config.ts'
import { formatDateTime, formatLongDate } from '../kit/dates.ts'
import { ServiceTable } from './ServiceTable.tsx'
import { relationLabels } from './words.ts'

export type PrintedContract = Pick<
  ContractDetails,
  | 'contractNumber'
  | 'previous'
  | 'clientName'
  | 'clientCompany'
  | 'clientAddress'
  | 'clientEmail'
  | 'clientPhone'
  | 'services'
  | 'totalValue'
  | 'startDate'
  | 'endDate'
  | 'terms'
  | 'createdAt'
  | 'firmSignature'
> & { signers: readonly SignerInContract[] }

type SignerInContract = Pick<Signer, 'id' | 'side' | 'name' | 'signedAt'>

type ContractDocumentProps = { contract: PrintedContract; className?: string }

/** The contract as it is printed: the parties, services, prices, dates, and terms. */
export function ContractDocument({ contract, className }: ContractDocumentProps) {
  const { contractNumber, previous, services, totalValue, startDate, endDate, terms, createdAt } = contract
  return (
    <article
      aria-label={`Contract ${contractNumber}`}
      className={classes(
        'min-w-0 rounded-lg border border-line bg-surface px-5 py-6 shadow-sheet sm:px-10 sm:py-9',
        className,
      )}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line-strong pb-4">
        <h2 className="font-display text-subtitle text-ink">Contract</h2>
        <p className="tabular text-panel text-ink">{contractNumber}</p>
      </header>
      <div className="mt-6 grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Provider />
        <Client contract={contract} />
      </div>
      <dl className="mt-7 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 border-y border-line py-4">
        {previous !== null && <Fact label={relationLabels[previous.relation]}>{previous.contractNumber}</Fact>}
        <Fact label="Contract date">{formatLongDate(createdAt)}</Fact>
        <Fact label="Starts">{formatLongDate(startDate)}</Fact>
        <Fact label="Ends">{endDate === null ? 'None (until terminated)' : formatLongDate(endDate)}</Fact>
      </dl>
      <section className="mt-7">
        <h3 className="text-panel text-ink">{services.length === 0 ? 'Value' : 'Services'}</h3>
        <ServiceTable lines={services} totalLabel="Total value" total={totalValue} />
      </section>
      <TermsText terms={terms} />
      <div className="mt-9 grid grid-cols-1 gap-x-9 gap-y-6 sm:grid-cols-2">
        {contract.signers.map((signer) => (
          <SignaturePlace key={signer.id} {...placeOf(signer, contract.clientName)} />
        ))}
        {contract.firmSignature !== null && (
          <SignaturePlace
            label={`For the provider, ${portalConfig().provider.name}`}
            name={contract.firmSignature.signerName}
            note={signedOn(contract.firmSignature.signedAt)}
          />
        )}
      </div>
    </article>
  )
}

function Provider() {
  const { name, address, email, phone } = portalConfig().provider
  return <Party label="Provider" name={name} lines={[address, email, phone]} />
}

function Client({ contract }: { contract: PrintedContract }) {
  const { clientName, clientCompany, clientAddress, clientEmail, clientPhone } = contract
  return (
    <Party
      label="Client"
      name={clientCompany ?? clientName}
      lines={[clientCompany === null ? null : clientName, clientAddress, clientEmail, clientPhone]}
    />
  )
}

function Party({ label, name, lines }: { label: string; name: string; lines: (string | null)[] }) {
  return (
    <section className="min-w-0">
      <h3 className="text-meta text-ink-3">{label}</h3>
      <p className="mt-1 text-panel wrap-anywhere text-ink">{name}</p>
      {lines.map(
        (line) =>
          line !== null &&
          line !== '' && (
            <p key={line} className="text-body wrap-anywhere whitespace-pre-wrap text-ink-2">
              {line}
            </p>
          ),
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="mt-0.5 text-panel text-ink">{children}</dd>
    </div>
  )
}

const signedOn = (at: string) => `Signed electronically on ${formatDateTime(at)} Eastern time`

const placeOf = ({ side, name, signedAt }: SignerInContract, clientName: string) => ({
  label: side === 'client' ? 'For the client' : `For the provider, ${portalConfig().provider.name}`,
  name: signedAt === null ? '' : (name ?? clientName),
  note: signedAt === null ? `${name ?? clientName}, not signed` : signedOn(signedAt),
})

const SignaturePlace = ({ label, name, note }: { label: string; name: string; note: string }) => (
  <section className="max-w-96 min-w-0">
    <h3 className="text-meta wrap-anywhere text-ink-3">{label}</h3>
    <p className="mt-3 min-h-9 border-b border-line-strong pb-1 text-panel wrap-anywhere text-ink">{name}</p>
    <p className="mt-1.5 text-meta wrap-anywhere text-ink-3">{note}</p>
  </section>
)
