import type { ChartData, ChartSeries } from './Chart.tsx'

/** What is read of each column: its sum first, where that has a name, then its parts. */
export const rowsOf = ({ columns, series, total }: ChartData): Pick<ChartSeries, 'label' | 'values' | 'inAll'>[] =>
  total === undefined
    ? [...series]
    : [
        {
          label: total,
          values: columns.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
        },
        ...series,
      ]
