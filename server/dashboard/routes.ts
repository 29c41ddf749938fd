import * as api from '../../api/dashboard.ts'
import type { Bind } from '../kit/serve.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(on: Bind) {
  on.read(api.readDashboard, ({ db, actor }) => readDashboard(db, actor))
}
