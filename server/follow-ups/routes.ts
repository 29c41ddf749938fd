import * as api from '../../api/follow-ups.ts'
import type { Bind } from '../kit/serve.ts'
import { followUps } from './queries.ts'

export function followUpRoutes(on: Bind) {
  on.read(api.listFollowUps, ({ db, actor, query }) => followUps(db, actor, query))
}
