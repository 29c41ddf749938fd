// The numbers of contracts, invoices, and credit notes. The portal assigns them in sequence; a custom one must have the
// same form.
import { CalendarDate } from './text.ts'

/** A number series: PROHR-202611-007 counts per month, INV-20261121-07 and CN-20261121-01 per day. */
export type Series = 'PROHR' | 'INV' | 'CN'

export interface DocumentNumber {
  series: Series
  /** YYYYMM or YYYYMMDD, in the office's calendar. */
  period: string
  count: number
}

const digits: Record<Series, number> = { PROHR: 3, INV: 2, CN: 2 }

/** Above 999 (99) the last part gets longer. */
export const written = ({ series, period, count }: DocumentNumber): string =>
  `${series}-${period}-${String(count).padStart(digits[series], '0')}`

/** The period of a number assigned on this day (YYYY-MM-DD, the office's). */
export const periodOf = (series: Series, day: string): string =>
  series === 'PROHR' ? day.slice(0, 7).replace('-', '') : day.replaceAll('-', '')

const patterns: Record<Series, RegExp> = {
  PROHR: /^PROHR-(\d{6})-(\d{3,9})$/,
  INV: /^INV-(\d{8})-(\d{2,9})$/,
  CN: /^CN-(\d{8})-(\d{2,9})$/,
}

const isRealDay = (day: string) => CalendarDate.safeParse(day).success

/** Parses a number; null if its form is wrong, the month or day does not exist, or the count is zero. */
export function readNumber(series: Series, text: string): DocumentNumber | null {
  const pattern = patterns[series]
  const [, period, last] = pattern.exec(text) ?? []
  if (period === undefined || last === undefined) return null
  const day = `${period.slice(0, 4)}-${period.slice(4, 6)}-${period.slice(6) || '01'}`
  const number = { series, period, count: Number(last) }
  return isRealDay(day) && number.count > 0 && written(number) === text ? number : null
}
