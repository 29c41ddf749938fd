import { empty } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { ReportKind, ReportPeriod } from '../../domain/report.ts'
import { type AgingBucket, agingLabels } from '../../domain/statement.ts'
import type { Provider } from '../config.ts'
import { type Cell, inPlainDollars } from '../kit/csv.ts'
import type { Database } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { money, pipeline, replyTimes } from './queries.ts'
import { unsafeProfit } from './profit.ts'
import { unsafeReceivables } from './receivables.ts'

export interface ReportTable {
  columns: readonly string[]
  lines: (readonly Cell[])[]
}

export const noteExport = (
  db: Database,
  origin: Origin,
  report: ReportKind | 'receivables' | 'profit',
  period: ReportPeriod,
): Promise<void> =>
  db.transaction(origin, async (tx) =>
    tx.record({ action: 'report.exported', id: null, details: { report, ...period } }),
  )

/** A report as a table of at most three years; months as YYYY-MM, amounts in dollars. */
export async function reportTable(
  db: Database,
  actor: Actor,
  report: ReportKind,
  period: ReportPeriod,
): Promise<ReportTable> {
  switch (report) {
    case 'reply-times': {
      const { months, people } = await replyTimes(db, actor, period)
      return {
        columns: ['Month', 'Person', 'Received', 'Within 24 hours', 'Later', 'Not accepted'],
        lines: [
          ...months.map((of) => [monthOf(of), 'Everyone', of.received, of.inTime, of.late, of.notTakenUp]),
          ...people.flatMap(({ name, months: their }) =>
            their.map(({ inTime, late }, at) => [monthOf(months[at]), name, null, inTime, late, null]),
          ),
        ],
      }
    }
    case 'pipeline': {
      const { months } = await pipeline(db, actor, period)
      return {
        columns: ['Month', 'Sent', 'Value sent', 'Won', 'Value won', 'Lost', 'Value lost'],
        lines: months.map((of) => [
          monthOf(of),
          of.sent,
          inPlainDollars(of.sentValue),
          of.won,
          inPlainDollars(of.wonValue),
          of.lost,
          inPlainDollars(of.lostValue),
        ]),
      }
    }
    case 'money': {
      const { months } = await money(db, actor, period)
      return {
        columns: [
          'Month',
          'Billed',
          'Collected',
          'Billed a year earlier',
          'Collected a year earlier',
          'Credited',
          'Sales tax',
        ],
        lines: months.map((of) => [
          monthOf(of),
          inPlainDollars(of.billed),
          inPlainDollars(of.collected),
          inPlainDollars(of.billedYearBefore),
          inPlainDollars(of.collectedYearBefore),
          inPlainDollars(of.credited),
          inPlainDollars(of.salesTax),
        ]),
      }
    }
  }
}

const buckets = Object.keys(agingLabels) as AgingBucket[]

/** The outstanding balances of all clients, one row for each client. */
export async function receivablesTable(db: Database): Promise<ReportTable> {
  const { date, clients } = await unsafeReceivables(db, empty)
  return {
    columns: ['Date', 'Client', 'Invoices', 'Outstanding', ...buckets.map((bucket) => agingLabels[bucket])],
    lines: clients.map(({ clientFolderName, openInvoices, balance, aging }) => [
      date,
      clientFolderName,
      openInvoices,
      inPlainDollars(balance),
      ...buckets.map((bucket) => inPlainDollars(aging[bucket])),
    ]),
  }
}

/** The profit of all clients, one row for each client; empty cells where no average hourly cost is entered. */
export async function profitTable(db: Database, period: ReportPeriod, provider: Provider): Promise<ReportTable> {
  const { clients } = await unsafeProfit(db, period, provider, empty)
  return {
    columns: ['Client', 'Income', 'Hours', 'Billable hours', 'Labor cost', 'Profit'],
    lines: clients.map(({ clientFolderName, income, minutes, billableMinutes, cost, profit }) => [
      clientFolderName,
      inPlainDollars(income),
      inHours(minutes),
      inHours(billableMinutes),
      cost === null ? null : inPlainDollars(cost),
      profit === null ? null : inPlainDollars(profit),
    ]),
  }
}

const inHours = (minutes: number) => (minutes / 60).toFixed(2)

const monthOf = (of: { month: string } | undefined) => of?.month.slice(0, 7) ?? null
