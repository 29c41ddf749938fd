import { useQuery } from '@tanstack/react-query'
import { agreementFigures } from '../client-folders/agreement-figures.ts'
import { classes } from '../kit/classes.ts'
import { balanceWords } from './balance-words.ts'

/** What a client has to pay, in one of their folders or in all; nothing if they have no invoices or it can't be read. */
export function BalanceDue({ folderId = '', className }: { folderId?: string; className?: string }) {
  const { data, isError } = useQuery(agreementFigures(folderId))
  if (data === undefined ? isError : data.invoices.length === 0) return null
  const sumOf = (status: string) => data?.invoices.find((each) => each.status === status)?.sum ?? 0
  const words = balanceWords(sumOf('sent') + sumOf('overdue'), sumOf('overdue'))
  return (
    // Its height is reserved while it loads.
    <p className={classes('tabular min-h-6 text-lead text-ink-2', className)}>
      {data !== undefined && (
        <>
          <span className="font-semibold text-ink">{words.balance}.</span>
          {words.overdue !== null && <span className="font-semibold text-danger"> {words.overdue}.</span>}
        </>
      )}
    </p>
  )
}
