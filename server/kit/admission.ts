// Who may make a call at all, and what it may carry: asked of every call before its area hears of it.
import { z } from 'zod'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { notFound, DomainError } from '../../domain/errors.ts'
import { secondFactorFirst } from '../../domain/second-factor.ts'
import { assertReauthenticated } from '../../domain/session.ts'
import type { Session } from './session.ts'

/** Not signed in is 401. A role that may not see the class of things: 404 for one of them, 403 for the list and for creating. */
export function admit(endpoint: Endpoint, actor: Session | null, now: Date) {
  if (endpoint.who === 'anyone') return
  if (actor === null) throw new DomainError('signed-out', 'Please sign in first.')
  if (endpoint.who !== 'signed-in' && !endpoint.who.includes(actor.role)) {
    throw endpoint.path.includes('/:')
      ? notFound()
      : new DomainError('forbidden', 'Your account does not have access to this.')
  }
  if (actor.needsSecondFactor && endpoint.beforeSecondFactor !== true) throw secondFactorFirst()
  if (endpoint.reauthenticate === true) assertReauthenticated(actor, now)
}

export function parseBody(endpoint: Endpoint, body: unknown) {
  if (endpoint.body !== null) return endpoint.body.parse(body ?? {}, inSentences)
  if (endpoint.method !== 'GET') z.strictObject({}).parse(body ?? {}, inSentences)
  return undefined
}

/** What a schema does not say in words of its own is still said to a person. */
export const inSentences = {
  error(issue: z.core.$ZodRawIssue): string | undefined {
    if (issue.code === 'unrecognized_keys')
      return `We do not know ${issue.keys.map((key) => `"${key}"`).join(', ')} here.`
    if (issue.code === 'invalid_value') return `Please choose one of: ${issue.values.map(String).join(', ')}.`
    if (issue.input === undefined) return 'Please fill this in.'
    if (issue.code === 'too_big') return `Please use at most ${issue.maximum.toLocaleString('en-US')}.`
    return 'Please check this: it is not of the right kind.'
  },
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string) => idPattern.test(text)
