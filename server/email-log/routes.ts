import * as api from '../../api/email-log.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { listStoredEmails, readStoredEmail } from './queries.ts'

export function emailLogRoutes(on: Bind, context: Pick<AppContext, 'config' | 'dataKeys' | 'firm'>) {
  on.read(api.listStoredEmails, ({ db, actor, query }) => listStoredEmails(db, actor, query))
  on.read(api.readStoredEmail, ({ db, actor, params }) => readStoredEmail(db, context, actor, params.id))
}
