import { formatDate, relativeDays } from './dates.ts'

type DueDateProps = { value: string; now: Date; isLate?: boolean }

/** A date in a column, its distance in a lighter style: "Mar 14, in 3 days". */
export const DueDate = ({ value, now, isLate = false }: DueDateProps) => (
  <span className={isLate ? 'font-semibold text-danger' : undefined}>
    {formatDate(value, now)}
    <span className={isLate ? undefined : 'text-ink-3'}>, {relativeDays(value, now)}</span>
  </span>
)
