// Lines of a proposal, a contract, or an invoice in a form: which field is in which column, and the totals.
import { lineTotal } from '../../domain/money.ts'

type Key<L> = Extract<keyof L, string>

/** Which fields of a line the editor shows. Quantity and rate are numbers, the rate in cents; null while they can't be read. */
export interface LineColumns<L> {
  /** A line's own name, before its description; lines of an invoice have none. */
  name?: { key: Key<L>; label: string }
  description: { key: Key<L>; label: string; optional?: boolean }
  quantity: { key: Key<L>; label: string }
  rate: { key: Key<L>; label: string }
}

/** Cents of one line; 0 while its numbers are missing or out of range. */
export function formTotalOf<L>(line: L, { quantity, rate }: LineColumns<L>): number {
  const hours: unknown = line[quantity.key]
  const cents: unknown = line[rate.key]
  if (typeof hours !== 'number' || typeof cents !== 'number') return 0
  const isSound = Number.isFinite(hours) && Number.isSafeInteger(cents) && hours >= 0 && hours < 1e9
  return isSound ? lineTotal(hours, cents) : 0
}

/** Cents of all lines together. */
export const totalOfLines = <L>(lines: readonly L[], columns: LineColumns<L>): number =>
  lines.reduce((sum, line) => sum + formTotalOf(line, columns), 0)
