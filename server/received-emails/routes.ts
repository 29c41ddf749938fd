import * as api from '../../api/received-emails.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { addReceivedEmail, dismissReceivedEmail } from './actions.ts'
import { listReceivedEmails, receivedEmailFor } from './queries.ts'

export function receivedEmailRoutes(on: Bind, context: AppContext) {
  const { dataKeys } = context
  on.read(api.listReceivedEmails, ({ db, actor, query }) => listReceivedEmails(db, actor, dataKeys, query))
  on.read(
    api.readReceivedEmail,
    async ({ db, actor, params }) => (await receivedEmailFor(db, actor, dataKeys, params.id)).email,
  )
  on.act(api.addReceivedEmail, ({ origin, actor, params, body }) =>
    addReceivedEmail(context, origin, actor, params.id, body),
  )
  on.write(api.dismissReceivedEmail, ({ tx, actor, params, ifMatch }) =>
    dismissReceivedEmail(tx, context, actor, params.id, ifMatch),
  )
}
