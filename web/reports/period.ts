// The months that the reports are about, as they are in the page's address.
import { Month, monthAfter, maxMonths, monthsOf, type ReportPeriod } from '../../domain/report.ts'
import type { Choice } from '../kit/SelectField.tsx'
import { monthName } from '../dashboard/chart-words.ts'

/** The first day of the same month a year earlier. */
export const monthBefore = (month: string) => `${monthAfter(month.slice(0, 7), -12)}-01`

const monthsOffered = 60

/** The last five years, latest first, and the selected month. */
export function monthChoices(today: string, chosen: string): Choice[] {
  const months = Array.from({ length: monthsOffered }, (_, i) => monthAfter(today.slice(0, 7), -i))
  const all = months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
  return all.map((month) => ({ value: month, label: monthName(`${month}-01`) }))
}

/** The period in the URL, without invalid months. Missing ends get the server's defaults. */
export function periodIn(from: string, to: string, today: string): Required<{ from: string; to: string }> {
  const isMonth = (month: string) => Month.safeParse(month).success
  const given: ReportPeriod = { from: isMonth(from) ? from : undefined, to: isMonth(to) ? to : undefined }
  try {
    const months = monthsOf(given, today)
    return { from: (months[0] as string).slice(0, 7), to: (months.at(-1) as string).slice(0, 7) }
  } catch {
    return { from: given.from ?? '', to: given.to ?? '' }
  }
}

/** Why a period can't be shown; null where it can. */
export function problemOf({ from, to }: { from: string; to: string }): string | null {
  if (from > to) return 'End month must be on or after the start month.'
  return monthAfter(from, maxMonths) <= to ? `Choose at most ${maxMonths} months.` : null
}
