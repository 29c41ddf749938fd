// Signing in happens on the landing page too, which does without the declarations of api/ (they bring zod along).
import type { Role } from '../../domain/actor.ts'
import type { PasskeyAnswer, PasskeyRequest } from '../../domain/passkey.ts'
import { callAddress } from '../kit/call.ts'

export interface DemonstrationAccount {
  username: string
  /** Null where it was printed when the portal started. */
  password: string | null
  role: Role
}

interface SignIn {
  username: string
  password: string
  /** The second step, where there is one. */
  code?: string
  passkey?: PasskeyAnswer
}

export const signIn = (body: SignIn, idempotencyKey?: string) =>
  callAddress<{ user: { role: string } }>('POST', '/api/login', { body, idempotencyKey })

export const askPasskey = () => callAddress<PasskeyRequest>('POST', '/api/passkeys/challenge')

export const signInWithPasskey = (passkey: PasskeyAnswer) =>
  callAddress<{ user: { role: string } }>('POST', '/api/login/passkey', { body: { passkey } })

/** The second factor after a sign-in at the provider. */
export const finishProviderSignIn = (body: { code?: string; passkey?: PasskeyAnswer }) =>
  callAddress<{ user: { role: string } }>('POST', '/api/login/provider/code', { body })

export const isSignedIn = () =>
  callAddress('GET', '/api/user').then(
    () => true,
    () => false,
  )

export type EmailedLink = 'password-reset' | 'sign-in'

const linkAddresses = { 'password-reset': '/api/password/forgot', 'sign-in': '/api/sign-in-links' } as const

/** Sends a link if the address is known; the answer does not reveal which. */
export const sendLink = (kind: EmailedLink, email: string, idempotencyKey: string) =>
  callAddress<unknown>('POST', linkAddresses[kind], { body: { email }, idempotencyKey })

/** The demonstration's accounts; none where there is no demonstration (404). */
export async function demonstrationAccounts(): Promise<DemonstrationAccount[]> {
  try {
    return (await callAddress<{ accounts: DemonstrationAccount[] }>('GET', '/api/demonstration')).accounts
  } catch {
    // Without them one signs in with an account of one's own.
    return []
  }
}
