import type { ChartData, ChartSeries } from './Chart.tsx'

/** The rows of each column's table: the total first, if it has a name, then the parts. */
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
