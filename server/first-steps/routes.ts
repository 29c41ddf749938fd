import * as api from '../../api/first-steps.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { sendTestMessage, setAside } from './actions.ts'
import { firstStepsFor } from './queries.ts'

export function firstStepRoutes(on: Bind, config: Config) {
  on.read(api.readFirstSteps, ({ db, actor }) => firstStepsFor(db, actor, config))
  on.write(api.setFirstStepsAside, ({ tx, actor }) => setAside(tx, actor, config, true))
  on.write(api.takeFirstStepsBack, ({ tx, actor }) => setAside(tx, actor, config, false))
  on.write(api.sendTestMessage, ({ tx, actor }) => sendTestMessage(tx, actor))
}
