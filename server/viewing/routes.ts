import * as api from '../../api/viewing.ts'
import type { Bind } from '../kit/serve.ts'
import { startViewing, stopViewing } from './actions.ts'

export function viewingRoutes(on: Bind) {
  on.write(api.startViewing, ({ tx, actor, body }) => startViewing(tx, actor, body.userId))
  on.write(api.stopViewing, ({ tx, actor }) => stopViewing(tx, actor))
}
