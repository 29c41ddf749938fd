// Text alternatives of the reports for screen readers.
import type { Money, Pipeline, Profit, ReplyTimes } from '../../domain/report.ts'
import { formatMoney } from '../kit/money.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** "92%" of the accepted requests; a dash if none was accepted. */
export const shareInTime = (inTime: number, late: number) =>
  inTime + late === 0 ? '–' : `${Math.floor((inTime / (inTime + late)) * 100)}%`

export function replyWords(months: readonly { inTime: number; late: number }[], who: string | null): string {
  const [inTime, late] = [sum(months.map((each) => each.inTime)), sum(months.map((each) => each.late))]
  const taken = counted(inTime + late, 'request')
  return `${who ?? 'The team'} accepted ${taken}, ${inTime.toLocaleString('en-US')} of them within 24 hours.`
}

export const hasNoRequests = ({ months }: ReplyTimes) => months.every(({ received }) => received === 0)

export function pipelineWords({ months }: Pipeline): string {
  const of = (key: 'sent' | 'won' | 'lost') => sum(months.map((each) => each[key]))
  const value = (key: 'sentValue' | 'wonValue' | 'lostValue') => formatMoney(sum(months.map((each) => each[key])))
  return `${counted(of('sent'), 'proposal')} sent, totaling ${value('sentValue')}. Won: ${of('won')} (${value('wonValue')}). Lost: ${of('lost')} (${value('lostValue')}).`
}

export const hasNoProposals = ({ months }: Pipeline) => months.every(({ sent, won, lost }) => sent + won + lost === 0)

export function moneyWords({ months }: Money): string {
  const of = (key: 'billed' | 'collected') => formatMoney(sum(months.map((each) => each[key])))
  return `${of('billed')} billed and ${of('collected')} collected.`
}

export const hasNoMoney = ({ months }: Money) =>
  months.every(
    ({ billed, collected, credited, salesTax, billedYearBefore, collectedYearBefore }) =>
      billed === 0 &&
      collected === 0 &&
      credited === 0 &&
      salesTax === 0 &&
      billedYearBefore === 0 &&
      collectedYearBefore === 0,
  )

/** "+12%"; a dash without an amount to compare with. */
export function changeWords(now: number, before: number): string {
  if (before === 0) return '–'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return '0%'
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-US')}%`
}

/** "12.5" */
export const hoursOf = (minutes: number): string =>
  (minutes / 60).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function profitWords({ income, minutes, hourlyCost, cost, profit }: Profit): string {
  const made = `${formatMoney(income)} income, ${hoursOf(minutes)} hours`
  if (hourlyCost === null) return `${made}. ${texts.noCost}`
  return `${made} at ${formatMoney(hourlyCost)} an hour: ${formatMoney(cost ?? 0)} labor cost, ${formatMoney(profit ?? 0)} profit.`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  money:
    'Sent invoices (not void) and payments by month, compared with the same month a year earlier. Credit notes reduce the sales tax of their own month.',
  receivables: 'Sent invoices that aren’t paid, by days past due. Open a client to see its statement.',
  profit:
    'Billed before sales tax, less credits and the labor cost: recorded time at the firm’s average hourly cost. Open a client to see their folder.',
  someProfit: 'These are the clients with the highest income. The CSV file includes all clients.',
  noCost: 'To see the profit, enter the average hourly cost in the firm settings under Time.',
  someReceivables: 'These are the clients with the highest balances. The CSV file includes all clients.',
  pipeline: '“Lost” means declined or expired. Withdrawn proposals aren’t counted.',
}
