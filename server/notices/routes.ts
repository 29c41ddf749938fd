import * as api from '../../api/notices.ts'
import type { Bind } from '../kit/serve.ts'
import { changeEmailChoices, readNotice, readNotices } from './actions.ts'
import { emailChoices, listNotices, noticeFigures } from './queries.ts'

export function noticeRoutes(on: Bind) {
  on.read(api.listNotices, ({ db, actor, query }) => listNotices(db, actor, query))
  on.read(api.readNoticeFigures, ({ db, actor }) => noticeFigures(db, actor))
  on.act(api.readNotice, ({ db, origin, actor, params }) => readNotice(db, origin, actor, params.id))
  on.act(api.readNotices, ({ db, origin, actor, body }) => readNotices(db, origin, actor, body))
  on.read(api.readEmailChoices, ({ db, actor }) => emailChoices(db, actor))
  on.write(api.changeEmailChoices, ({ tx, actor, body }) => changeEmailChoices(tx, actor, body))
}
