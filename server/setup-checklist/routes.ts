import * as api from '../../api/setup-checklist.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { sendTestMessage, setChecklistHidden } from './actions.ts'
import { setupChecklistFor } from './queries.ts'

export function setupChecklistRoutes(on: Bind, config: Config) {
  on.read(api.readSetupChecklist, ({ db, actor }) => setupChecklistFor(db, actor, config))
  on.write(api.hideSetupChecklist, ({ tx, actor }) => setChecklistHidden(tx, actor, config, true))
  on.write(api.showSetupChecklist, ({ tx, actor }) => setChecklistHidden(tx, actor, config, false))
  on.write(api.sendTestMessage, ({ tx, actor }) => sendTestMessage(tx, actor))
}
