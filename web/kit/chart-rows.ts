// What a chart shows, and the rows of the table behind it.

export interface ChartColumn {
  key: string
  /** Under the column where there is room: "Mar 9". */
  label: string
  /** In full: "Week of March 9, 2026". */
  name: string
}

export interface ChartSeries {
  label: string
  look: 'bar' | 'striped-bar' | 'line'
  color: 1 | 2 | 3 | 4 | 5
  /** One for each column. */
  values: readonly number[]
  /** What the legend says of all columns together; without, their sum. */
  inAll?: number
}

export interface ChartData {
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  /** Bars are stacked; otherwise they are side by side. */
  stacked?: boolean
  /** What the sum of a column is called, where it means something: "Received". */
  total?: string
  /** The smallest distance of two gridlines. */
  minStep?: number
  /** A value in full, and short for the axis. */
  inFull: (value: number) => string
  inShort: (value: number) => string
}

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
