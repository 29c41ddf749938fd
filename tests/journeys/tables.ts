// The counts of all journeys as tables, in Markdown and as text.
import { earlierCounts } from './earlier-counts.ts'
import { commonActs, type FinishedJourney, type Size, sizes, type Sums, sumOf } from './journey.ts'

export interface Table {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

const allSizes = Object.keys(sizes) as Size[]

const perSize = (columns: readonly string[]) =>
  allSizes.flatMap((size) => columns.map((column) => `${size}: ${column}`))

const number = (value: number) => value.toLocaleString('en-US')
export const seconds = (value: number) => `${value.toFixed(1)} s`

const counted = ['clicks', 'fields', 'keys', 'px scrolled', 'time']

/** Empty where nothing was recorded at this size. */
const cellsOf = (sums: Sums | null): string[] =>
  sums === null
    ? counted.map(() => '')
    : [...[sums.clicks, sums.fields, sums.keys, sums.scrolled].map(number), seconds(sums.seconds)]

/** Each journey once, with both sizes next to the earlier count. */
export function journeyTable(journeys: readonly FinishedJourney[]): Table {
  const titles = [...new Set(journeys.map(({ title }) => title))]
  return {
    title: 'Journeys',
    head: ['journey', 'earlier clicks', ...perSize(counted)],
    rows: titles.map((title) => [
      title,
      earlierCounts[title] ?? '',
      ...allSizes.flatMap((size) => {
        const found = journeys.find((journey) => journey.title === title && journey.size === size)
        return cellsOf(found === undefined ? null : sumOf(found.steps))
      }),
    ]),
  }
}

/** Each of the most common acts, beginning on the page where the step before it ended. */
export function actTable(journeys: readonly FinishedJourney[]): Table {
  return {
    title: 'The ten most common acts',
    head: ['act', ...perSize(counted)],
    rows: commonActs.map((act) => [act, ...allSizes.flatMap((size) => cellsOf(firstActs(journeys, size, act)))]),
  }
}

/** The steps of the act in the first journey that contains it. */
function firstActs(journeys: readonly FinishedJourney[], size: Size, act: string): Sums | null {
  const steps = journeys
    .filter((journey) => journey.size === size)
    .map((journey) => journey.steps.filter((step) => step.act === act))
    .find((found) => found.length > 0)
  return steps === undefined ? null : sumOf(steps)
}

export function stepTable({ group, title, size, steps }: FinishedJourney): Table {
  return {
    title: `${group}: ${title} (${size})`,
    head: ['step', 'person', ...counted],
    rows: steps.map((step, index) => [`${index + 1}. ${step.title}`, step.person, ...cellsOf(step)]),
  }
}

export const asMarkdown = ({ title, head, rows }: Table): string =>
  [
    `## ${title}`,
    '',
    lineOf(head),
    lineOf(head.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(lineOf),
    '',
  ].join('\n')

const lineOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

export function asText({ title, head, rows }: Table): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)))
  const padded = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [title, padded(head), ...rows.map(padded), ''].join('\n')
}
