// A chart as the design language has it: bars and a line, a legend with totals, a sentence for those who don't see it, each column
// to be read by pointer or arrow keys, and the table behind it.
import { type MouseEvent, useState } from 'react'
import { ChartBars } from './ChartBars.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import { type ChartData, rowsOf } from './chart-rows.ts'
import { useWidth } from './use-width.ts'

type ChartProps = ChartData & {
  title: string
  /** What the chart shows, in a sentence or two. */
  summary: string
  /** What the table's rows are: "Week". */
  rowHeader: string
  /** What the legend speaks of while no column is pointed at: "Last 12 weeks". */
  inAll: string
}

export function Chart(props: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      {asTable ? (
        <ChartTable {...props} />
      ) : (
        <>
          <Drawing {...props} at={at} onPoint={setAt} />
          <ChartLegend {...props} at={at} />
        </>
      )}
      <button
        type="button"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
        className="link no-print mt-3 text-meta font-semibold"
      >
        {asTable ? 'Show as chart' : 'Show as table'}
      </button>
    </>
  )
}

type DrawingProps = ChartProps & { at: number | null; onPoint: (at: number | null) => void }

function Drawing({ at, onPoint, ...chart }: DrawingProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const { columns, summary, rowHeader } = chart
  const last = columns.length - 1
  const pointAt = ({ clientX, currentTarget }: MouseEvent<HTMLInputElement>) => {
    const { left, width: plot } = currentTarget.getBoundingClientRect()
    onPoint(Math.min(last, Math.max(0, Math.floor(((clientX - left) / plot) * columns.length))))
  }
  return (
    <div
      ref={box}
      className="relative h-[184px] rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      {width !== null && (
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={184}
          viewBox={`0 0 ${width} 184`}
          className="tabular block overflow-visible"
        >
          <ChartBars {...chart} at={at} width={width} height={184} />
        </svg>
      )}
      {/* Over the plot and not to be seen: it is moved along the columns by pointer, finger or arrow keys. */}
      <input
        type="range"
        aria-label={`Read by ${rowHeader.toLowerCase()}`}
        aria-valuetext={wordsOf(chart, at ?? last)}
        min={0}
        max={last}
        value={at ?? last}
        onChange={({ target }) => onPoint(Number(target.value))}
        onFocus={() => onPoint(at ?? last)}
        onBlur={() => onPoint(null)}
        onMouseMove={pointAt}
        onMouseLeave={() => onPoint(null)}
        className="absolute top-4 right-0 bottom-6 left-11 cursor-default opacity-0"
      />
    </div>
  )
}

const wordsOf = (chart: ChartData, at: number) =>
  `${chart.columns[at]?.name}: ${rowsOf(chart)
    .map(({ label, values }) => `${label} ${chart.inFull(values[at] ?? 0)}`)
    .join(', ')}`
