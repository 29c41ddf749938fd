// Signs in as a browser does: from an address, with its cookies, and with the returned ones.
import { cookiesOf, elsewhere } from './newcomers.ts'
import { type Answer, type Caller, fixturePassword, type TestApp } from './test-app.ts'

interface Try {
  address?: string
  cookie?: string
  userAgent?: string
  /** The second step. */
  code?: string | undefined
}

/** From a new address by default. */
export const signIn = (
  testApp: TestApp,
  username: unknown,
  password: unknown,
  { address = elsewhere(), cookie, userAgent, code }: Try = {},
): Promise<Answer> =>
  testApp.visitor.send({
    method: 'POST',
    url: '/api/login',
    headers: {
      'content-type': 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(userAgent ? { 'user-agent': userAgent } : {}),
    },
    payload: JSON.stringify({ username, password, code }),
    remoteAddress: address,
  })

/** A test user in a separate browser. */
export const signedIn = async (testApp: TestApp, username: string, more: Try = {}): Promise<Caller> =>
  testApp.caller(cookiesOf(await signIn(testApp, username, fixturePassword, more)))

/** Each cookie of a reply by name. */
export const cookiesByName = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    cookiesOf(answer)
      .split('; ')
      .map((cookie) => cookie.split('=') as [string, string]),
  )
