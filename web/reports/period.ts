// The months that the reports are about, as they stand in the page's address.
import { Month, monthAfter, monthsAtMost, monthsOf, type ReportPeriod } from '../../domain/report.ts'
import type { Choice } from '../kit/SelectField.tsx'
import { monthName } from '../dashboard/chart-words.ts'

const monthsOffered = 60

/** The last five years, the latest first, and whatever is chosen besides. */
export function monthChoices(today: string, chosen: string): Choice[] {
  const months = Array.from({ length: monthsOffered }, (_, i) => monthAfter(today.slice(0, 7), -i))
  const all = months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
  return all.map((month) => ({ value: month, label: monthName(`${month}-01`) }))
}

/** What the address says; what is no month is left out. Both ends are filled in as the server would. */
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
  if (from > to) return 'The last month is before the first one.'
  return monthAfter(from, monthsAtMost) <= to ? `Please choose at most ${monthsAtMost} months.` : null
}
