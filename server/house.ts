// What the endpoints' common machinery (kit/serve.ts) has to know of the portal's business.
import { downloaded } from './audit/downloads.ts'
import { constraintSentences } from './constraints.ts'
import type { House } from './kit/serve.ts'
import * as sessions from './sessions/session-store.ts'

export const house: House = { sentences: constraintSentences, downloaded, sessions }
