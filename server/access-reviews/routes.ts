import * as api from '../../api/access-reviews.ts'
import type { Bind } from '../kit/serve.ts'
import { markAccessAsReviewed } from './actions.ts'
import { listAccessReviews, listClientSideAccess, listFoldersOfTeamMember, listTeamAccess } from './queries.ts'

export function accessReviewRoutes(on: Bind) {
  on.read(api.listAccessReviews, ({ db, query }) => listAccessReviews(db, query))
  on.write(api.markAccessAsReviewed, ({ tx, actor }) => markAccessAsReviewed(tx, actor))
  on.read(api.listTeamAccess, ({ db, query }) => listTeamAccess(db, query))
  on.read(api.listFoldersOfTeamMember, ({ db, params, query }) => listFoldersOfTeamMember(db, params.id, query))
  on.read(api.listClientSideAccess, ({ db, query }) => listClientSideAccess(db, query))
}
