import * as api from '../../api/reports.ts'
import { notFound } from '../../domain/errors.ts'
import { ReportKind } from '../../domain/report.ts'
import { sendCsv } from '../kit/csv.ts'
import type { Bind } from '../kit/serve.ts'
import { noteExport, reportTable } from './csv.ts'
import { money, pipeline, replyTimes } from './queries.ts'

export function reportRoutes(on: Bind) {
  on.read(api.readReplyTimes, ({ db, actor, query }) => replyTimes(db, actor, query))
  on.read(api.readPipeline, ({ db, actor, query }) => pipeline(db, actor, query))
  on.read(api.readMoney, ({ db, actor, query }) => money(db, actor, query))
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
