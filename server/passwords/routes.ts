import * as api from '../../api/passwords.ts'
import type { Config } from '../config.ts'
import type { Bind } from '../kit/serve.ts'
import { browserOf, setSessionCookies, setSessionCookie } from '../sessions/browser.ts'
import { acceptInvitation, changePassword, forgetPassword, lookAtLink, resetPassword, setUpPortal } from './actions.ts'

export function passwordRoutes(on: Bind, config: Pick<Config, 'publicUrl' | 'provider' | 'oidc'>) {
  const { publicUrl } = config
  on.act(api.lookAtLink, ({ db, body, request }) => lookAtLink(db, body.token, body.purpose, request.ip))
  on.act(api.acceptInvitation, async ({ db, origin, actor, body, request, reply }) => {
    const browser = browserOf(request, actor, publicUrl)
    const { user, ...opened } = await acceptInvitation(db, origin, body, browser, config)
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
  on.act(api.forgotPassword, ({ db, origin, body }) => forgetPassword(db, origin, body.email))
  on.act(api.resetPassword, ({ db, origin, body, request }) =>
    resetPassword(db, origin, body, request.ip, config.provider),
  )
  on.act(api.changePassword, async ({ db, origin, actor, body, request, reply }) => {
    setSessionCookie(reply, await changePassword(db, origin, actor, body, request.ip, config.provider), publicUrl)
    return { message: 'Your password was changed. Other browsers were signed out.' }
  })
  on.act(api.setUpPortal, async ({ db, origin, actor, body, request, reply }) => {
    const { user, ...opened } = await setUpPortal(
      db,
      origin,
      body,
      browserOf(request, actor, publicUrl),
      config.provider,
    )
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
}
