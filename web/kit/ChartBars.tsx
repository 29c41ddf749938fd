import { useId } from 'react'
import type { ChartData, ChartSeries } from './chart-rows.ts'
import { gridOf, labelEvery } from './chart-scale.ts'

const fills = {
  1: 'fill-chart-1',
  2: 'fill-chart-2',
  3: 'fill-chart-3',
  4: 'fill-chart-4',
  5: 'fill-chart-5',
} as const
const strokes = {
  1: 'stroke-chart-1',
  2: 'stroke-chart-2',
  3: 'stroke-chart-3',
  4: 'stroke-chart-4',
  5: 'stroke-chart-5',
} as const

/** Where the plot begins: room for the axis at the left, the latest value above, the columns' labels below. */
const [left, above, below] = [44, 16, 24]
const gap = 1.5

type BarsProps = ChartData & { at: number | null; width: number; height: number }

export function ChartBars(chart: BarsProps) {
  const { columns, series, at, width, height, minStep = 1, inShort } = chart
  const bars = series.filter(({ look }) => look !== 'line')
  const grid = gridOf(highestOf(chart), minStep)
  const top = grid.at(-1) as number
  const band = Math.max(0, width - left) / columns.length
  const floor = height - below
  const y = (value: number) => floor - (value / top) * (floor - above)
  const middle = (i: number) => left + band * (i + 0.5)
  const every = labelEvery(band)
  return (
    <>
      {at !== null && (
        <rect x={left + band * at} y={above} width={band} height={floor - above} rx="4" className="fill-mist-2" />
      )}
      {grid.map((value) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={left - 8} y={y(value) + 4} textAnchor="end" className="fill-ink-3 text-micro">
            {inShort(value)}
          </text>
        </g>
      ))}
      {columns.map(({ key, label }, i) => (
        <g key={key}>
          {chart.stacked === true ? (
            <Stack bars={bars} at={i} x={middle(i)} width={Math.min(band * 0.66, 28)} y={y} />
          ) : (
            <SideBySide bars={bars} at={i} x={middle(i)} width={Math.min(band * 0.72, 32)} y={y} />
          )}
          {(columns.length - 1 - i) % every === 0 && (
            <text x={middle(i)} y={height - 6} textAnchor="middle" className="fill-ink-3 text-micro">
              {label}
            </text>
          )}
        </g>
      ))}
      {series
        .filter(({ look }) => look === 'line')
        .map((line) => (
          <Line key={line.label} line={line} x={middle} y={y} />
        ))}
      <Latest {...chart} band={band} y={y} />
    </>
  )
}

const highestOf = ({ columns, series, stacked = false }: ChartData) =>
  Math.max(0, ...columns.flatMap((_, i) => (stacked ? [sumAt(series, i)] : series.map(({ values }) => values[i] ?? 0))))

const sumAt = (series: readonly ChartSeries[], at: number) =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)

interface ColumnProps {
  bars: readonly ChartSeries[]
  at: number
  x: number
  width: number
  y: (value: number) => number
}

function Stack({ bars, at, x, width, y }: ColumnProps) {
  return bars.map((bar, i) => {
    const from = sumAt(bars.slice(0, i), at)
    const value = bar.values[at] ?? 0
    // The gap is taken from the upper part, which never vanishes for it.
    const height = Math.max(1, y(from) - y(from + value) - (from > 0 ? gap : 0))
    return value > 0 && <Bar key={bar.label} bar={bar} x={x - width / 2} y={y(from + value)} {...{ width, height }} />
  })
}

function SideBySide({ bars, at, x, width, y }: ColumnProps) {
  const each = Math.max(0, width - gap * (bars.length - 1)) / bars.length
  return bars.map((bar, i) => {
    const value = bar.values[at] ?? 0
    const height = Math.max(1, y(0) - y(value))
    const start = x - width / 2 + i * (each + gap)
    return value > 0 && <Bar key={bar.label} bar={bar} x={start} y={y(0) - height} width={each} height={height} />
  })
}

type BarProps = { bar: Pick<ChartSeries, 'look' | 'color'>; x: number; y: number; width: number; height: number }

/** Plain or striped, so that two neighbors differ in more than their color. */
export function Bar({ bar: { look, color }, ...place }: BarProps) {
  const stripes = useId()
  return (
    <>
      <rect {...place} rx="1.5" className={fills[color]} />
      {look === 'striped-bar' && (
        <>
          <pattern id={stripes} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="1.75" height="5" className="fill-surface" />
          </pattern>
          <rect {...place} rx="1.5" fill={`url(#${stripes})`} opacity="0.6" />
        </>
      )}
    </>
  )
}

function Line({ line, x, y }: { line: ChartSeries; x: (i: number) => number; y: (value: number) => number }) {
  const points = line.values.map((value, i) => [x(i), y(value)] as const)
  return (
    <>
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className={strokes[line.color]}
      />
      {points.map(([cx, cy]) => (
        <Dot key={cx} color={line.color} cx={cx} cy={cy} />
      ))}
    </>
  )
}

export const Dot = ({ color, cx, cy }: { color: ChartSeries['color']; cx: number; cy: number }) => (
  <circle cx={cx} cy={cy} r="2.75" strokeWidth="1.75" className={`fill-surface ${strokes[color]}`} />
)

type LatestProps = BarsProps & { band: number; y: (value: number) => number }

/** Of the latest value's words, in pixels. */
const digitWidth = 7

/** The latest value, above its column; for unstacked charts, above the tallest bar. */
function Latest({ columns, series, width, inShort, band, y, stacked = false }: LatestProps) {
  const last = columns.length - 1
  const highestAt = (at: number) =>
    stacked ? sumAt(series, at) : Math.max(...series.map(({ values }) => values[at] ?? 0))
  const value = highestAt(last)
  const words = inShort(value)
  // Over the last stretch of a line as well, which it would hide; and over the column before where it is wide enough to meet it.
  const line = series.find(({ look }) => look === 'line')
  const meets = words.length * digitWidth > band * 1.17
  const beside = meets ? highestAt(last - 1) : (line?.values[last - 1] ?? 0)
  return (
    <text
      x={width}
      y={y(Math.max(value, beside)) - 7}
      textAnchor="end"
      paintOrder="stroke"
      strokeWidth="3"
      className="fill-ink stroke-surface text-micro font-semibold"
    >
      {words}
    </text>
  )
}
