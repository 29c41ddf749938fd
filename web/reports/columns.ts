import { monthLabel, monthName } from '../dashboard/chart-words.ts'
import type { ChartColumn } from '../kit/chart-rows.ts'

/** A chart's columns, one for each month; the year is with each January. */
export const columnsOf = (months: readonly { month: string }[]): ChartColumn[] =>
  months.map(({ month }) => ({ key: month, label: monthLabel(month), name: monthName(month) }))

/** "Apr 2025 to Mar 2026" */
export function periodWords(months: readonly { month: string }[]): string {
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? '']
  return first === last ? monthName(first) : `${monthName(first)} to ${monthName(last)}`
}
