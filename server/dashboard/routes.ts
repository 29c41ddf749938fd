import * as api from '../../api/dashboard.ts'
import { FollowUpKind } from '../../domain/dashboard.ts'
import { notFound } from '../../domain/errors.ts'
import type { Bind } from '../kit/serve.ts'
import { moneyByMonth, requestsByWeek } from './charts.ts'
import { followUpsFor, listFollowUps } from './follow-ups.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(on: Bind) {
  on.read(api.readDashboard, ({ db, actor }) => readDashboard(db, actor))
  on.read(api.readFollowUps, ({ db, actor }) => followUpsFor(db, actor))
  on.read(api.listFollowUps, ({ db, actor, params, query }) => {
    const kind = FollowUpKind.safeParse(params.kind)
    if (!kind.success) throw notFound()
    return listFollowUps(db, actor, kind.data, query)
  })
  on.read(api.readRequestsByWeek, ({ db, actor }) => requestsByWeek(db, actor))
  on.read(api.readMoneyByMonth, ({ db, actor }) => moneyByMonth(db, actor))
}
