// The hooks through which the generic endpoint code (kit/serve.ts) reaches business code.
import * as apiKeys from './api-keys/queries.ts'
import { downloaded } from './audit-log/downloads.ts'
import { constraintSentences } from './constraints.ts'
import type { EndpointHooks } from './kit/serve.ts'
import * as sessions from './sessions/session-store.ts'

export const endpointHooks: EndpointHooks = { sentences: constraintSentences, downloaded, sessions, apiKeys }
