import { useInfiniteQuery } from '@tanstack/react-query'
import { readReceipt } from '../../api/invoices.ts'
import { type Payment, paymentMethodLabels } from '../../domain/payment.ts'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { formatDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
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
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No payment has come in yet.</p>}
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

function PaymentRow({ payment }: { payment: Payment }) {
  const { id, amount, date, method, reference, balance } = payment
  return (
    <Row
      title={<Money cents={amount} />}
      aside={formatDate(date)}
      meta={
        <>
          <span className="mb-1 block text-body text-ink-2">
            {[paymentMethodLabels[method], reference].filter((each) => each !== null).join(', ')}
          </span>
          <Money cents={balance} /> open afterwards
        </>
      }
      action={
        <DownloadLink
          address={addressOf(readReceipt, { params: { id } })}
          of={`of ${formatDate(date)}`}
          variant="ghost"
          size="small"
        >
          Receipt
        </DownloadLink>
      }
    />
  )
}
