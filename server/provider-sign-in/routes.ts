import * as api from '../../api/provider-sign-in.ts'
import { notFound } from '../../domain/errors.ts'
import { ownPath, type ProviderOutcome } from '../../domain/session.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { browserOf, setSessionCookies, setSessionCookie } from '../sessions/browser.ts'
import { finishWithCode, returnFromProvider, startAtProvider } from './actions.ts'
import { setPendingCookie, pendingOf, takePendingCookie } from './pending.ts'

export function providerSignInRoutes(on: Bind, context: Pick<AppContext, 'config' | 'db' | 'log' | 'masterKey'>) {
  const { publicUrl } = context.config
  const configured = () => {
    if (context.config.oidc === undefined) throw notFound()
    return context.config.oidc
  }

  on.raw(api.signInAtProvider, async ({ query, request, reply }) => {
    const oidc = configured()
    if (request.method !== 'GET') return reply.redirect('/?signin')
    const next = ownPath(query.next)
    const started = await startAtProvider(context, oidc, { next, session: null, again: query.again === 'yes' })
    if (started === null) return reply.redirect(signInPage('unavailable', next))
    setPendingCookie(reply, started.secret, publicUrl)
    return reply.redirect(started.url)
  })
  on.raw(api.reauthenticateAtProvider, async ({ actor, request, reply }) => {
    const oidc = configured()
    const site = request.headers['sec-fetch-site']
    if (request.method !== 'GET' || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return reply.redirect('/')
    const started = await startAtProvider(context, oidc, { next: null, session: actor, again: true })
    if (started === null) return reply.redirect(accountPage('unavailable'))
    setPendingCookie(reply, started.secret, publicUrl)
    return reply.redirect(started.url)
  })
  on.raw(api.returnFromProvider, async ({ origin, actor, request, reply }) => {
    const oidc = configured()
    if (request.method !== 'GET') return reply.redirect('/?signin')
    const { outcome, next, isReauthentication, opened, session, pending } = await returnFromProvider(
      context,
      oidc,
      origin,
      { search: new URL(request.url, publicUrl).search, pending: pendingOf(request, publicUrl), actor },
      browserOf(request, actor, publicUrl),
    )
    if (pending === undefined) takePendingCookie(reply, publicUrl)
    else setPendingCookie(reply, pending, publicUrl)
    if (opened !== undefined) setSessionCookies(reply, opened, publicUrl)
    if (session !== undefined) setSessionCookie(reply, session, publicUrl)
    if (isReauthentication) return reply.redirect(accountPage(outcome))
    return reply.redirect(outcome === 'signed-in' ? (next ?? '/') : signInPage(outcome, next))
  })
  on.act(api.finishProviderSignIn, async ({ origin, actor, body, request, reply }) => {
    configured()
    const browser = browserOf(request, actor, publicUrl)
    const { user, ...opened } = await finishWithCode(context, origin, pendingOf(request, publicUrl), body, browser)
    takePendingCookie(reply, publicUrl)
    setSessionCookies(reply, opened, publicUrl)
    return { user }
  })
}

const signInPage = (outcome: ProviderOutcome, next: string | null) =>
  `/?signin&provider=${outcome}${next === null ? '' : `&next=${encodeURIComponent(next)}`}`

const accountPage = (outcome: ProviderOutcome) => `/account?provider=${outcome}`
