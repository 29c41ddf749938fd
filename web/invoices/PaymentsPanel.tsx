import { useInfiniteQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { readReceipt } from '../../api/invoices.ts'
import { entryKindLabels, type PaymentAction, paymentMethodLabels, type PaymentView } from '../../domain/payment.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { formatDate } from '../kit/dates.ts'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { RefundOnlineDialog } from './RefundOnlineDialog.tsx'
import { RefundPaymentDialog } from './RefundPaymentDialog.tsx'
import { ReversePaymentDialog } from './ReversePaymentDialog.tsx'
import { paymentsOf } from './queries.ts'

/** What came in for an invoice, each with its receipt. */
export function PaymentsPanel({ invoiceId }: { invoiceId: string }) {
  const query = useInfiniteQuery(paymentsOf(invoiceId))
  return (
    <Panel title="Payments" flush>
      <PagedList
        query={query}
        more="Show earlier payments"
        loading={<SkeletonRows rows={1} label="Loading payments" />}
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No payments yet.</p>}
      >
        {(payments) => (
          <RowList label="Payments">
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

function PaymentRow({ payment }: { payment: PaymentView }) {
  const [open, setOpen] = useState<PaymentAction | null>(null)
  const close = () => setOpen(null)
  const { id, kind, amount, date, method, reference, creditNoteNumber, reason, reversedAt, refunded, balance } = payment
  const may = (each: PaymentAction) => payment.allowed.includes(each)
  return (
    <>
      <Row
        title={<Money cents={amount} />}
        aside={formatDate(date)}
        meta={
          <>
            <span className="mb-1 block text-body text-ink-2">
              {[
                // The method of a credit says what it is.
                kind === 'payment' || kind === 'credit' ? null : entryKindLabels[kind],
                kind === 'retainer' ? null : paymentMethodLabels[method],
                creditNoteNumber ?? reference,
              ]
                .filter((each) => each !== null)
                .join(', ')}
            </span>
            {reason !== null && <span className="mb-1 block wrap-anywhere">Reason: {reason}</span>}
            {reversedAt !== null && <span className="mb-1 block text-danger">Reversed {formatDate(reversedAt)}</span>}
            {refunded > 0 && (
              <span className="mb-1 block text-danger">
                <Money cents={refunded} /> refunded
              </span>
            )}
            <Money cents={balance} /> due after this
          </>
        }
        action={
          <span className="flex items-start">
            {may('receipt') && (
              <DownloadLink
                address={addressOf(readReceipt, { params: { id } })}
                of={`of ${formatDate(date)}`}
                variant="ghost"
                size="small"
              >
                Receipt
              </DownloadLink>
            )}
            {(may('reverse') || may('refund') || may('refund-online')) && (
              <Menu
                trigger={
                  <Button variant="ghost" size="small" aria-label={`More about the entry of ${formatDate(date)}`}>
                    <EllipsisVertical />
                  </Button>
                }
                label="More about this entry"
              >
                {may('refund') && <MenuItem onSelect={() => setOpen('refund')}>Record refund</MenuItem>}
                {may('refund-online') && <MenuItem onSelect={() => setOpen('refund-online')}>Refund online</MenuItem>}
                {may('reverse') && (
                  <MenuItem danger onSelect={() => setOpen('reverse')}>
                    Reverse entry
                  </MenuItem>
                )}
              </Menu>
            )}
          </span>
        }
      />
      {open === 'reverse' && <ReversePaymentDialog payment={payment} onClose={close} />}
      {open === 'refund-online' && <RefundOnlineDialog payment={payment} onClose={close} />}
      {open === 'refund' && <RefundPaymentDialog payment={payment} onClose={close} />}
    </>
  )
}
