import * as api from '../../api/reports.ts'
import { notFound } from '../../domain/errors.ts'
import { ReportKind } from '../../domain/report.ts'
import { sendCsv } from '../kit/csv.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { noteExport, profitTable, receivablesTable, reportTable } from './csv.ts'
import { listMoneyEntries, money, pipeline, replyTimes } from './queries.ts'
import { unsafeProfit } from './profit.ts'
import { unsafeReceivables } from './receivables.ts'

export function reportRoutes(on: Bind, { config }: AppContext) {
  on.read(api.readReplyTimes, ({ db, actor, query }) => replyTimes(db, actor, query))
  on.read(api.readPipeline, ({ db, actor, query }) => pipeline(db, actor, query))
  on.read(api.readMoney, ({ db, actor, query }) => money(db, actor, query))
  on.read(api.listMoneyEntries, ({ db, actor, query }) => listMoneyEntries(db, actor, query))
  on.read(api.readReceivables, ({ db }) => unsafeReceivables(db))
  on.raw(api.exportReceivables, async ({ db, origin, reply }) => {
    const { columns, lines } = await receivablesTable(db)
    await noteExport(db, origin, 'receivables', {})
    sendCsv(reply, 'receivables.csv', columns, async function* all() {
      yield* lines
    })
  })
  on.read(api.readProfit, ({ db, query }) => unsafeProfit(db, query, config.provider))
  on.raw(api.exportProfit, async ({ db, origin, query, reply }) => {
    const { columns, lines } = await profitTable(db, query, config.provider)
    await noteExport(db, origin, 'profit', query)
    sendCsv(reply, 'profit.csv', columns, async function* all() {
      yield* lines
    })
  })
  on.raw(api.exportReport, async ({ db, actor, origin, params, query, reply }) => {
    const report = ReportKind.safeParse(params.report)
    if (!report.success) throw notFound()
    const { columns, lines } = await reportTable(db, actor, report.data, query)
    await noteExport(db, origin, report.data, query)
    sendCsv(reply, `${report.data}.csv`, columns, async function* all() {
      yield* lines
    })
  })
}
