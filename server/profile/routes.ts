import * as api from '../../api/profile.ts'
import type { Bind } from '../kit/serve.ts'
import { askForEmailChange, changeProfile, confirmEmailChange } from './actions.ts'

export function profileRoutes(on: Bind) {
  on.write(api.changeProfile, ({ tx, actor, body, ifMatch }) => changeProfile(tx, actor, body, ifMatch))
  on.write(api.askForEmailChange, ({ tx, actor, body }) => askForEmailChange(tx, actor, body.email))
  on.act(api.confirmEmailChange, ({ db, origin, body, request }) =>
    confirmEmailChange(db, origin, body.token, request.ip),
  )
}
