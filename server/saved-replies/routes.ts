import * as api from '../../api/saved-replies.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { changeSavedReply, createSavedReply, deleteSavedReply } from './actions.ts'
import { filledReply } from './fill.ts'
import { listSavedReplies, savedReplyFor } from './queries.ts'

export function savedReplyRoutes(on: Bind, { config }: Pick<AppContext, 'config'>) {
  on.read(api.listSavedReplies, ({ db, actor, query }) => listSavedReplies(db, actor, query))
  on.read(api.readSavedReply, ({ db, actor, params }) => savedReplyFor(db, actor, params.id))
  on.write(api.createSavedReply, ({ tx, actor, body }) => createSavedReply(tx, actor, body))
  on.write(api.changeSavedReply, ({ tx, actor, params, body, ifMatch }) =>
    changeSavedReply(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.deleteSavedReply, ({ tx, actor, params, ifMatch }) => deleteSavedReply(tx, actor, params.id, ifMatch))
  on.read(api.fillSavedReply, ({ db, actor, params }) => filledReply(db, actor, config, params))
}
