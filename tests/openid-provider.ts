// A real OpenID Connect provider (oidc-provider) on this machine, without pages of its own: it signs in the person whom
// a test names. A test can also have it send ID tokens that are wrong, signed with the provider's own key.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export const clientId = 'portal'
export const clientSecret = 'a-client-secret-of-the-tests'

export interface OpenIdProvider {
  issuer: string
  /** Who signs in next. */
  person: { email: string; isVerified: boolean }
  /** Changes the claims of the next ID tokens. */
  alter: ((claims: JWTPayload) => JWTPayload) | null
  /** Signs ID tokens with a key that the provider doesn't publish. */
  forged: boolean
  close: () => Promise<void>
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [own, foreign] = await Promise.all([0, 1].map(() => generateKeyPair('RS256', { extractable: true })))
  if (own === undefined || foreign === undefined) throw new Error('No keys')
  const key = { ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const state: OpenIdProvider = {
    issuer,
    person: { email: '', isVerified: true },
    alter: null,
    forged: false,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost/api/login/provider/callback'],
        require_auth_time: true,
      },
    ],
    jwks: { keys: [key] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: state.person.isVerified }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  // A test's portal has an address of its own.
  provider.Client.prototype.redirectUriAllowed = () => true
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/'))
      return provider.interactionFinished(context.req, context.res, { login: { accountId: state.person.email } })
    await next()
    const { body } = context
    if (context.path !== '/token' || typeof body !== 'object' || body === null || !('id_token' in body)) return
    const claims = decodeJwt(String(body.id_token))
    const { privateKey } = state.forged ? foreign : own
    body.id_token = await new SignJWT(state.alter?.(claims) ?? claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(privateKey)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return state
}

/** Follows the provider's pages as a browser does, and returns the address to which it sends the browser back. */
export async function atProvider(url: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let address = new URL(url)
  const { origin } = address
  while (address.origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    address = new URL(location, address)
  }
  return address
}
