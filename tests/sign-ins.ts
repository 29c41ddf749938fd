// Signing in as a browser does: from an address, with the cookies that it has, and with those that come back.
import { cookiesOf, elsewhere } from './newcomers.ts'
import { type Answer, type Caller, castPassword, type World } from './world.ts'

interface Try {
  address?: string
  cookie?: string
  userAgent?: string
  /** The second step. */
  code?: string | undefined
}

/** From an address of its own, unless one is named. */
export const signIn = (
  world: World,
  username: unknown,
  password: unknown,
  { address = elsewhere(), cookie, userAgent, code }: Try = {},
): Promise<Answer> =>
  world.visitor.send({
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

/** Somebody of the cast at a browser of their own. */
export const signedIn = async (world: World, username: string, more: Try = {}): Promise<Caller> =>
  world.caller(cookiesOf(await signIn(world, username, castPassword, more)))

/** Each cookie of an answer by its name. */
export const cookiesByName = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    cookiesOf(answer)
      .split('; ')
      .map((cookie) => cookie.split('=') as [string, string]),
  )
