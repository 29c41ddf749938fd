// The numbers of contracts and invoices. The portal allots them in sequence; one that a caller brings has to have the form.
import { CalendarDate } from './text.ts'

/** A kind of number: PROHR-202611-007 counts in its month, INV-20261121-07 in its day. */
export type Series = 'PROHR' | 'INV'

export interface AllottedNumber {
  series: Series
  /** YYYYMM or YYYYMMDD, in the office's calendar. */
  period: string
  count: number
}

const digits: Record<Series, number> = { PROHR: 3, INV: 2 }

/** Past 999 (99) the last part grows. */
export const written = ({ series, period, count }: AllottedNumber): string =>
  `${series}-${period}-${String(count).padStart(digits[series], '0')}`

/** The period that a number made on this day (YYYY-MM-DD, the office's) counts in. */
export const periodOf = (series: Series, day: string): string =>
  series === 'PROHR' ? day.slice(0, 7).replace('-', '') : day.replaceAll('-', '')

const isRealDay = (day: string) => CalendarDate.safeParse(day).success

/** What a number says, or null when it has not the form, names no real month or day, or counts from nothing. */
export function readNumber(series: Series, text: string): AllottedNumber | null {
  const pattern = series === 'PROHR' ? /^PROHR-(\d{6})-(\d{3,9})$/ : /^INV-(\d{8})-(\d{2,9})$/
  const [, period, last] = pattern.exec(text) ?? []
  if (period === undefined || last === undefined) return null
  const day = `${period.slice(0, 4)}-${period.slice(4, 6)}-${period.slice(6) || '01'}`
  const number = { series, period, count: Number(last) }
  return isRealDay(day) && number.count > 0 && written(number) === text ? number : null
}
