import * as api from '../../api/follow-ups.ts'
import type { Bind } from '../kit/serve.ts'
import { followUpSchedule } from './queries.ts'

export function followUpRoutes(on: Bind) {
  on.read(api.readFollowUpSchedule, ({ db, actor, query }) => followUpSchedule(db, actor, query.kind))
}
