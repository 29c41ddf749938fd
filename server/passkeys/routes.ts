import * as api from '../../api/passkeys.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { browserOf, setSessionCookies } from '../sessions/browser.ts'
import { addPasskey, askPasskey, beginPasskey, removePasskey, signInWithPasskey } from './actions.ts'
import { challengeOwnerFor } from './challenges.ts'
import { listPasskeys } from './queries.ts'

export function passkeyRoutes(on: Bind, config: Config) {
  const { publicUrl } = config
  on.read(api.listPasskeys, ({ db, actor, query }) => listPasskeys(db, actor.id, query))
  on.act(api.beginPasskey, ({ db, actor }) => beginPasskey(db, actor, config))
  on.act(api.addPasskey, ({ db, origin, actor, body }) => addPasskey(db, origin, actor, body, publicUrl))
  on.write(api.removePasskey, ({ tx, actor, params }) => removePasskey(tx, actor, params.id))
  on.act(api.askPasskey, ({ db, actor, reply }) =>
    askPasskey(db, actor, challengeOwnerFor(reply, actor, publicUrl), publicUrl),
  )
  on.act(api.signInWithPasskey, async ({ db, origin, actor, body, request, reply }) => {
    const browser = browserOf(request, actor, publicUrl)
    const { user, ...opened } = await signInWithPasskey(db, origin, body.passkey, browser, config)
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
}
