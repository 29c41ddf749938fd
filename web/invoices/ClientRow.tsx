import { ReceiptText } from 'lucide-react'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'
import { Row } from '../kit/RowList.tsx'
import { PayLink } from './PayLink.tsx'
import { dueWords, isLate } from './words.ts'

type ClientRowProps = { invoice: InvoiceSummary; now: Date }

/** An invoice in a list of documents: its balance due and due date. The row links to it. */
export function InvoiceRow({ invoice, now }: ClientRowProps) {
  const { id, invoiceNumber, status, description, balance, total } = invoice
  const isOpen = status === 'sent' || status === 'overdue'
  return (
    <Row
      leading={<ReceiptText size={18} className={isOpen ? 'text-warn' : ''} />}
      to="/invoices/$id"
      params={{ id }}
      title={`Invoice ${invoiceNumber}`}
      aside={<InvoiceStatus status={status} />}
      meta={
        <span className="line-clamp-2 sm:line-clamp-1">
          <span className={classes(isLate(invoice) && 'font-semibold text-danger')}>{dueWords(invoice, now)}</span>
          {description !== null && <> · {description}</>}
        </span>
      }
      middle={
        <span className="text-panel text-ink">
          <Money cents={isOpen ? balance : total} />
        </span>
      }
      action={isOpen ? <PayLink invoice={invoice} /> : undefined}
    />
  )
}
