import * as api from '../../api/second-factor.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import {
  beginSecondFactor,
  changeRequirement,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './actions.ts'
import { requirement, secondFactor } from './queries.ts'

export function secondFactorRoutes(on: Bind, { config, masterKey }: Pick<AppContext, 'config' | 'masterKey'>) {
  on.read(api.readSecondFactor, ({ db, actor }) => secondFactor(db, actor))
  on.act(api.beginSecondFactor, async ({ db, origin, actor }) =>
    beginSecondFactor(db, origin, actor, await masterKey(), config.provider),
  )
  on.act(api.confirmSecondFactor, async ({ db, origin, actor, body }) =>
    confirmSecondFactor(db, origin, actor, await masterKey(), body.code),
  )
  on.act(api.renewRecoveryCodes, ({ db, origin, actor }) => renewRecoveryCodes(db, origin, actor))
  on.write(api.endSecondFactor, ({ tx, actor }) => endSecondFactor(tx, actor))
  on.read(api.readRequirement, ({ db }) => requirement(db))
  on.write(api.changeRequirement, ({ tx, actor, body }) => changeRequirement(tx, actor, body.isRequired))
  on.write(api.resetSecondFactor, ({ tx, actor, params }) => resetSecondFactor(tx, actor, params.id))
}
