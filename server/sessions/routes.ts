import * as api from '../../api/sessions.ts'
import { fullName } from '../../domain/user.ts'
import { notFound } from '../../domain/errors.ts'
import { ownPath } from '../../domain/session.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { unsafeUser, viewed } from '../users/queries.ts'
import { endOtherSessions, endOwnSession, signOut } from './actions.ts'
import { signIn } from './sign-in.ts'
import { browserOf, setSessionCookies, setSessionCookie, takeSession } from './browser.ts'
import { reauthenticate } from './reauthenticate.ts'
import { requestSignInLink, signInWithLink } from './sign-in-links.ts'
import { demonstration, listSessions } from './queries.ts'

export function sessionRoutes(on: Bind, { config, masterKey }: Pick<AppContext, 'config' | 'masterKey'>) {
  const { publicUrl } = config

  on.act(api.signIn, async ({ db, origin, actor, body, request, reply }) => {
    const { user, ...opened } = await signIn(db, origin, body, browserOf(request, actor, publicUrl), {
      masterKey,
      publicUrl,
      oidc: config.oidc,
    })
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
  on.act(api.requestSignInLink, ({ db, origin, body }) => requestSignInLink(db, origin, body.email))
  on.act(api.signInWithLink, async ({ db, origin, actor, body, request, reply }) => {
    const browser = browserOf(request, actor, publicUrl)
    const { user, ...opened } = await signInWithLink(db, origin, body, browser, { masterKey, publicUrl })
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
  on.act(api.signOut, async ({ db, origin, actor, reply }) => {
    await signOut(db, origin, actor)
    takeSession(reply, publicUrl)
    return {}
  })
  on.raw(api.askToSignIn, async ({ query, reply }) => {
    const next = ownPath(query.next)
    return reply.redirect(next === null ? '/?signin' : `/?signin&next=${encodeURIComponent(next)}`)
  })
  on.raw(api.signOutByAddress, async ({ db, origin, actor, request, reply }) => {
    // A link on another site must not sign anyone out, and a HEAD request changes nothing.
    const site = request.headers['sec-fetch-site']
    if (request.method !== 'GET' || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return reply.redirect('/')
    await signOut(db, origin, actor)
    takeSession(reply, publicUrl)
    return reply.redirect('/?signed-out')
  })
  on.act(api.reauthenticate, async ({ db, origin, actor, body, request, reply }) => {
    setSessionCookie(
      reply,
      await reauthenticate(db, origin, actor, body, request.ip, { masterKey, publicUrl }),
      publicUrl,
    )
    return {}
  })
  on.read(api.checkReauthentication, async () => ({}))
  on.read(api.readOwnUser, async ({ db, actor }) => ({
    ...viewed(await unsafeUser(db, actor.id), actor),
    needsSecondFactor: actor.needsSecondFactor,
    viewing: actor.viewer === null ? null : { by: fullName(actor.viewer), until: actor.viewer.until },
  }))
  on.read(api.listSessions, ({ db, actor, query }) => listSessions(db, actor, actor.id, query, db.now))
  on.write(api.endSession, async ({ tx, actor, params, reply }) => {
    const ended = await endOwnSession(tx, actor, params.id)
    if (ended.current) takeSession(reply, publicUrl)
    return ended
  })
  on.write(api.endOtherSessions, ({ tx, actor }) => endOtherSessions(tx, actor))
  on.read(api.readDemonstration, async ({ db }) => {
    if (!config.demonstration) throw notFound()
    return demonstration(db, config)
  })
}
