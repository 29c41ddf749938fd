import * as api from '../../api/staff-covers.ts'
import type { Bind } from '../kit/serve.ts'
import { createStaffCover, endStaffCover } from './actions.ts'
import { listStaffCovers } from './queries.ts'

export function staffCoverRoutes(on: Bind) {
  on.read(api.listStaffCovers, ({ db, actor, query }) => listStaffCovers(db, actor, query))
  on.write(api.createStaffCover, ({ tx, actor, body }) => createStaffCover(tx, actor, body))
  on.write(api.endStaffCover, ({ tx, actor, params }) => endStaffCover(tx, actor, params.id))
}
