import type { ChartData } from './chart-rows.ts'
import { rowsOf } from './chart-rows.ts'

/** The numbers behind a chart, the latest first. */
export function ChartTable({
  title,
  rowHeader,
  summary,
  ...chart
}: ChartData & { title: string; rowHeader: string; summary: string }) {
  const { columns, inFull } = chart
  const series = rowsOf(chart)
  const rows = columns.map((column, at) => ({ column, at })).toReversed()
  return (
    // Where amounts are long it scrolls sideways, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label={`${title}, as a table`} className="max-w-full overflow-x-auto">
      <table className="w-full text-micro">
        <caption className="sr-only">{summary}</caption>
        <thead>
          <tr className="text-ink-3 shadow-[inset_0_-1px_0_var(--line)]">
            <th scope="col" className="py-2 pr-2 text-left align-bottom font-normal">
              {rowHeader}
            </th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="py-2 pl-2 text-right align-bottom font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ column, at }) => (
            <tr key={column.key}>
              <th scope="row" className="py-1.5 pr-2 text-left font-normal text-ink-2 sm:whitespace-nowrap">
                {column.name}
              </th>
              {series.map(({ label, values }) => (
                <td key={label} className="tabular py-1.5 pl-2 text-right whitespace-nowrap text-ink">
                  {inFull(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
