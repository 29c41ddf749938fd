// Lines of a proposal, a contract or an invoice in a form: which of their fields stand in which column, and what they come to.
import { lineTotal } from '../../domain/money.ts'
import { formatAmount, parseMoney } from './money.ts'

type Key<L> = Extract<keyof L, string>

/** Which fields of a line the editor shows. Quantity and rate are numbers, the rate in cents; the others are text. */
export interface LineColumns<L> {
  /** A line's own name, before its description; lines of an invoice have none. */
  name?: { key: Key<L>; label: string }
  description: { key: Key<L>; label: string; optional?: boolean }
  quantity: { key: Key<L>; label: string }
  rate: { key: Key<L>; label: string }
}

/** What stands in a number's field: a figure that can't be read counts as 0. */
export interface Figure {
  read: (text: string) => number | null
  write: (value: number) => string
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

const number = (text: string): number | null => {
  const value = Number(text.replace(/[$,\s]/g, ''))
  return Number.isFinite(value) ? value : null
}

export const quantityFigure: Figure = { read: number, write: (quantity) => plain.format(quantity) }

/** Dollars on the glass, cents within. More than two decimals stay, for the form to refuse in words. */
export const rateFigure: Figure = {
  read(text) {
    const dollars = number(text)
    return parseMoney(text) ?? (dollars === null ? null : dollars * 100)
  },
  write: (cents) => (Number.isInteger(cents) ? formatAmount(cents) : plain.format(cents / 100)),
}

/** Cents of one line as it stands; 0 while its figures are none that the portal takes. */
export function totalOfTyped<L>(line: L, { quantity, rate }: LineColumns<L>): number {
  const hours: unknown = line[quantity.key]
  const cents: unknown = line[rate.key]
  if (typeof hours !== 'number' || typeof cents !== 'number') return 0
  const isSound = Number.isFinite(hours) && Number.isSafeInteger(cents) && hours >= 0 && cents >= 0 && hours < 1e9
  return isSound ? lineTotal(hours, cents) : 0
}

/** Cents of all lines together. */
export const totalOfLines = <L>(lines: readonly L[], columns: LineColumns<L>): number =>
  lines.reduce((sum, line) => sum + totalOfTyped(line, columns), 0)

/** The message of one field of one line in a form's errors, or of the list as a whole. */
export function lineError(errors: unknown, index?: number, key?: string): string | undefined {
  const at = index === undefined ? errors : within(within(errors, String(index)), key ?? '')
  const message = within(at, 'message') ?? within(within(at, 'root'), 'message')
  return typeof message === 'string' ? message : undefined
}

const within = (thing: unknown, key: string): unknown =>
  typeof thing === 'object' && thing !== null && key in thing ? (thing as Record<string, unknown>)[key] : undefined
