import type { ReactNode } from 'react'
import { isClient } from '../../domain/actor.ts'
import type { InvoiceDetails, Issuer } from '../../domain/invoice.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { formatLongDate } from '../kit/dates.ts'
import { useUser } from '../session/use-auth.ts'
import { LineTable, type PricedInvoice } from './LineTable.tsx'

export type PrintedInvoice = PricedInvoice &
  Pick<
    InvoiceDetails,
    | 'invoiceNumber'
    | 'clientFolderName'
    | 'sentAt'
    | 'dueDate'
    | 'description'
    | 'reason'
    | 'issuer'
    | 'purchaseOrderNumber'
    | 'contractNumber'
    | 'taxExemptionNumber'
  >

/** The invoice as it is printed. */
export function InvoiceSheet({ invoice }: { invoice: PrintedInvoice }) {
  const { invoiceNumber, status, clientFolderName, sentAt, dueDate, description, reason, issuer } = invoice
  const readsAsClient = isClient(useUser())
  const { purchaseOrderNumber, contractNumber, taxExempt, taxMode, taxExemptionNumber } = invoice
  return (
    <article
      aria-label={`Invoice ${invoiceNumber}`}
      className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-sheet sm:p-8 lg:p-10"
    >
      <InvoiceHeader number={invoiceNumber} issuer={issuer} />
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-[repeat(auto-fit,minmax(132px,1fr))]">
        <Fact label="Billed to">{clientFolderName}</Fact>
        <Fact label="Issued">{sentAt === null ? 'Not sent' : formatLongDate(sentAt)}</Fact>
        <Fact label="Due">{formatLongDate(dueDate)}</Fact>
        {!readsAsClient && (
          <Fact label="Status">
            <InvoiceStatus status={status} />
          </Fact>
        )}
        {contractNumber !== null && <Fact label="Contract">{contractNumber}</Fact>}
        {purchaseOrderNumber !== null && <Fact label="Purchase order">{purchaseOrderNumber}</Fact>}
      </dl>
      {description !== null && (
        <p className="mt-5 max-w-[68ch] text-lead wrap-anywhere whitespace-pre-wrap text-ink">{description}</p>
      )}
      <div className="mt-5">
        <LineTable invoice={invoice} />
      </div>
      {taxExempt && taxMode !== 'off' && (
        <p className="mt-6 text-body text-ink-2">
          No sales tax charged: the client is tax-exempt
          {taxExemptionNumber === null ? '' : `, exemption number ${taxExemptionNumber}`}.
        </p>
      )}
      {status === 'void' && reason !== null && (
        <p className="mt-6 text-body wrap-anywhere text-ink-2">This invoice was voided: {reason}</p>
      )}
      {(status === 'sent' || status === 'overdue') && (
        <HowToPay invoiceNumber={invoiceNumber} paragraphs={issuer.payment} />
      )}
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="text-body wrap-anywhere text-ink">{children}</dd>
    </div>
  )
}

type InvoiceHeaderProps = { number: string; issuer: Omit<Issuer, 'payment'>; logo?: string | null }

export function InvoiceHeader({ number, issuer: { name, address, phone, email }, logo = null }: InvoiceHeaderProps) {
  return (
    <header className="@container flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h2 className="font-display text-title-phone text-ink sm:text-title">Invoice</h2>
        <p className="tabular mt-1 text-lead text-ink-2">{number}</p>
      </div>
      <div className="min-w-0 @min-[480px]:text-right">
        {logo !== null && <img src={logo} alt="" className="mb-2 h-10 w-auto max-w-48 @min-[480px]:ml-auto" />}
        <p className="text-panel wrap-anywhere text-ink">{name}</p>
        {[address, phone, email].filter(Boolean).map((line) => (
          <p key={line} className="text-meta wrap-anywhere text-ink-3">
            {line}
          </p>
        ))}
      </div>
    </header>
  )
}

/** The same as on the printed one. */
function HowToPay({ invoiceNumber, paragraphs }: { invoiceNumber: string; paragraphs: readonly string[] }) {
  const [first, ...more] = paragraphs
  return (
    <section className="mt-8 border-t border-line pt-4 text-body text-ink-2 *:max-w-[68ch]">
      <h3 className="text-panel text-ink">How to pay</h3>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">
        Include invoice number {invoiceNumber} with your payment. {first}
      </p>
      {more.map((paragraph) => (
        <p key={paragraph} className="mt-2 wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
