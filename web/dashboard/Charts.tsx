import type { MoneyByMonth, RequestsByWeek } from '../../domain/dashboard.ts'
import { Chart } from '../kit/Chart.tsx'
import { formatDate } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'
import { useNow } from '../kit/now.ts'
import {
  countInFull,
  countInShort,
  moneyInShort,
  moneySentence,
  monthLabel,
  monthName,
  requestsSentence,
  weekName,
} from './chart-words.ts'

/** How many requests came each week, split by whether someone took them up within the promised time. */
export function RequestsChart({ weeks }: RequestsByWeek) {
  const now = useNow()
  return (
    <Chart
      title="Requests by week"
      columns={weeks.map(({ week }) => ({ key: week, label: formatDate(week, now), name: weekName(week, now) }))}
      series={[
        { label: 'Within 24 hours', look: 'bar', color: 1, values: weeks.map(({ answeredInTime }) => answeredInTime) },
        {
          label: 'Later, or not yet',
          look: 'striped-bar',
          color: 2,
          values: weeks.map(({ received, answeredInTime }) => received - answeredInTime),
        },
      ]}
      stacked
      total="Received"
      inFull={countInFull}
      inShort={countInShort}
      summary={requestsSentence(weeks, now)}
      rowHeader="Week"
      inAll={`Last ${weeks.length} weeks`}
    />
  )
}

/** The amounts billed and received in each month, and overdue at its end. */
export function MoneyChart({ months }: MoneyByMonth) {
  return (
    <Chart
      title="Billing by month"
      columns={months.map(({ month }) => ({ key: month, label: monthLabel(month), name: monthName(month) }))}
      series={[
        { label: 'Billed', look: 'bar', color: 1, values: months.map(({ billed }) => billed) },
        { label: 'Collected', look: 'striped-bar', color: 5, values: months.map(({ collected }) => collected) },
        {
          label: 'Overdue at month’s end',
          look: 'line',
          color: 3,
          values: months.map(({ overdue }) => overdue),
          inAll: months.at(-1)?.overdue ?? 0,
        },
      ]}
      minStep={100}
      inFull={formatMoney}
      inShort={moneyInShort}
      summary={moneySentence(months)}
      rowHeader="Month"
      inAll={`Last ${months.length} months, overdue as of today`}
    />
  )
}
