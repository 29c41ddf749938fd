import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MoneyFigure } from '../../domain/report.ts'
import { monthName } from '../dashboard/chart-words.ts'
import { formatDate } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { moneyEntriesOf } from './queries.ts'

/** A figure of the report. @param month the month's first day */
export interface MoneyFigureOf {
  month: string
  figure: MoneyFigure
  amount: number
}

const words = { billed: 'Billed in', collected: 'Collected in' } as const

/** The invoices or payments that make up a figure. */
export function MoneyEntriesDialog({
  of: { month, figure, amount },
  onClose,
}: {
  of: MoneyFigureOf
  onClose: () => void
}) {
  const query = useInfiniteQuery(moneyEntriesOf(month.slice(0, 7), figure))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${words[figure]} ${monthName(month)}`}
      description={
        <>
          Total <Money cents={amount} />
        </>
      }
    >
      <PagedList query={query} empty={<p className="text-body text-ink-2">No entries this month.</p>}>
        {(entries) => (
          <ul aria-label="Entries" className="divide-y divide-line border-y border-line">
            {entries.map(({ id, invoiceId, invoiceNumber, clientFolderName, date, amount: cents }) => (
              <li key={id} className="relative flex items-center justify-between gap-3 px-1 py-2.5 hover:bg-hover">
                <span className="min-w-0">
                  <Link
                    to="/invoices/$id"
                    params={{ id: invoiceId }}
                    className="stretched-link text-body font-semibold text-ink"
                  >
                    {invoiceNumber}
                  </Link>
                  <span className="block text-meta wrap-anywhere text-ink-3">
                    {clientFolderName} · {formatDate(date)}
                  </span>
                </span>
                <span className="tabular text-body text-ink">
                  <Money cents={cents} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}
