// Text alternatives of the charts for screen readers, and axis labels.
import type { MoneyByMonth, RequestsByWeek } from '../../domain/dashboard.ts'
import { formatDate } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'

const numeral = new Intl.NumberFormat('en-US')
export const countInFull = (count: number) => numeral.format(count)

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
export const countInShort = (count: number) => short.format(count)

/** "$31.5K" */
export const moneyInShort = (cents: number) => `$${short.format(cents / 100)}`

/** "Nov 2026", "Nov" */
export const monthName = (month: string) => monthFormat({ month: 'short', year: 'numeric' }).format(new Date(month))
export const monthLabel = (month: string) => monthFormat({ month: 'short' }).format(new Date(month))
const monthFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })

/** "Week of Nov 16" */
export const weekName = (week: string, now: Date) => `Week of ${formatDate(week, now)}`

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

export function requestsSentence(weeks: RequestsByWeek['weeks'], now: Date): string {
  const received = sum(weeks.map((each) => each.received))
  const answered = sum(weeks.map((each) => each.answeredInTime))
  const busiest = weeks.toSorted((a, b) => b.received - a.received)[0]
  const thisWeek = weeks.at(-1)?.received ?? 0
  if (received === 0 || busiest === undefined) return `No requests in the last ${weeks.length} weeks.`
  return `${counted(received)} in ${weeks.length} weeks, ${numeral.format(answered)} of them accepted within 24 hours. The busiest week was ${formatDate(busiest.week, now)}, with ${numeral.format(busiest.received)}. This week: ${numeral.format(thisWeek)} so far.`
}

const counted = (requests: number) => `${numeral.format(requests)} ${requests === 1 ? 'request' : 'requests'}`

export function moneySentence(months: MoneyByMonth['months']): string {
  const billed = sum(months.map((each) => each.billed))
  const collected = sum(months.map((each) => each.collected))
  const overdue = months.at(-1)?.overdue ?? 0
  return `Last ${months.length} months: ${formatMoney(billed)} billed and ${formatMoney(collected)} collected. ${formatMoney(overdue)} is overdue today.`
}

export const hasNoMoney = (months: MoneyByMonth['months']) =>
  months.every(({ billed, collected, overdue }) => billed === 0 && collected === 0 && overdue === 0)
