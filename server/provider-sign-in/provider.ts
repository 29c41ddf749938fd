// The OpenID Connect provider, through openid-client. It is asked only when someone signs in, with a short timeout, so
// a provider that can't be reached delays nothing else.
import type { Configuration } from 'openid-client'
import type { Oidc } from '../config.ts'

const timeoutSeconds = 5
const metadataMinutes = 60

let known: { oidc: Oidc; until: number; configuration: Promise<Configuration> } | undefined

/** The provider's addresses and keys, read again after an hour. */
async function configurationOf(oidc: Oidc): Promise<Configuration> {
  if (known !== undefined && known.oidc === oidc && known.until > Date.now()) return known.configuration
  const reading = { oidc, until: Date.now() + metadataMinutes * 60_000, configuration: discover(oidc) }
  known = reading
  reading.configuration.catch(() => {
    if (known === reading) known = undefined
  })
  return reading.configuration
}

async function discover({ issuer, clientId, clientSecret }: Oidc): Promise<Configuration> {
  const client = await import('openid-client')
  const execute = [client.enableNonRepudiationChecks]
  // The settings accept http on this machine only.
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: timeoutSeconds, execute })
}

export interface ProviderRequest {
  state: string
  nonce: string
  codeVerifier: string
}

/** The provider's page for signing in. @param again enter the credentials even if signed in at the provider */
export async function providerUrl(
  oidc: Oidc,
  redirectUri: string,
  { state, nonce, codeVerifier }: ProviderRequest,
  again: boolean,
): Promise<string> {
  const client = await import('openid-client')
  const url = client.buildAuthorizationUrl(await configurationOf(oidc), {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  })
  return url.href
}

/** Who signed in at the provider; each email address is one that the provider has verified. */
export interface Identity {
  email: string
  hasMfa: boolean
  /** When they entered their credentials, if the provider says. */
  authenticatedAt: Date | null
}

/** Exchanges the code that came back with the browser. Throws for anything that isn't right. */
export async function identityFrom(
  oidc: Oidc,
  returned: URL,
  { state, nonce, codeVerifier }: ProviderRequest,
): Promise<Identity | null> {
  const client = await import('openid-client')
  const configuration = await configurationOf(oidc)
  const tokens = await client.authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) return null
  const { email, email_verified: isVerified } =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  if (typeof email !== 'string' || isVerified !== true) return null
  const { amr, auth_time: seconds } = claims
  return {
    email,
    hasMfa: Array.isArray(amr) && amr.includes('mfa'),
    authenticatedAt: seconds === undefined ? null : new Date(seconds * 1000),
  }
}
