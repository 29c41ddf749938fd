import { readInvoicePdf } from '../../api/invoices.ts'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { Card } from '../kit/CardGrid.tsx'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'
import { PayLink } from './PayLink.tsx'
import { dueWords, isLate } from './words.ts'

/** One sheet of the grid; it leads to the invoice. */
export function InvoiceCard({ invoice, now }: { invoice: InvoiceSummary; now: Date }) {
  const { id, invoiceNumber, clientFolderName, description, status, total, balance, amountPaid } = invoice
  const isPartlyPaid = amountPaid > 0 && balance > 0
  return (
    <Card
      title={invoiceNumber}
      to="/invoices/$id"
      params={{ id }}
      badge={<InvoiceStatus status={status} />}
      context={clientFolderName}
      faded={status === 'void'}
      isCompact
      meta={<span className={classes(isLate(invoice) && 'font-semibold text-danger')}>{dueWords(invoice, now)}</span>}
      amount={
        <>
          <Money cents={isPartlyPaid ? balance : total} />
          {isPartlyPaid && (
            <span className="block text-meta font-normal text-ink-3">
              outstanding of <Money cents={total} />
            </span>
          )}
        </>
      }
      actions={
        <>
          <PayLink invoice={invoice} />
          <DownloadLink
            address={addressOf(readInvoicePdf, { params: { id } })}
            name={`${invoiceNumber}.pdf`}
            of={invoiceNumber}
            variant="ghost"
            size="small"
            isIcon
          />
        </>
      }
    >
      {description !== null && <p className="mt-1 line-clamp-2 text-body wrap-anywhere text-ink-2">{description}</p>}
    </Card>
  )
}
