import * as api from '../../api/dashboard.ts'
import { ChaseKind } from '../../domain/dashboard.ts'
import { notFound } from '../../domain/errors.ts'
import type { Bind } from '../kit/serve.ts'
import { moneyByMonth, requestsByWeek } from './charts.ts'
import { chaseFor, listChase } from './chase.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(on: Bind) {
  on.read(api.readDashboard, ({ db, actor }) => readDashboard(db, actor))
  on.read(api.readChase, ({ db, actor }) => chaseFor(db, actor))
  on.read(api.listChase, ({ db, actor, params, query }) => {
    const kind = ChaseKind.safeParse(params.kind)
    if (!kind.success) throw notFound()
    return listChase(db, actor, kind.data, query)
  })
  on.read(api.readRequestsByWeek, ({ db, actor }) => requestsByWeek(db, actor))
  on.read(api.readMoneyByMonth, ({ db, actor }) => moneyByMonth(db, actor))
}
