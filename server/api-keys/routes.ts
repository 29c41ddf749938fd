import * as api from '../../api/api-keys.ts'
import type { Bind } from '../kit/serve.ts'
import { createApiKey, deleteApiKey } from './actions.ts'
import { unsafeApiKeys } from './queries.ts'

export function apiKeyRoutes(on: Bind) {
  on.read(api.listApiKeys, ({ db, query }) => unsafeApiKeys(db, query))
  on.write(api.createApiKey, ({ tx, actor, body }) => createApiKey(tx, actor, body))
  on.write(api.deleteApiKey, ({ tx, params }) => deleteApiKey(tx, params.id))
}
