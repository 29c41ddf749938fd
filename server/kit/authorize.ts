// Checks the role and the input of every call before it reaches business code.
import { z } from 'zod'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { notFound, DomainError } from '../../domain/errors.ts'
import { secondFactorFirst } from '../../domain/second-factor.ts'
import { assertReauthenticated } from '../../domain/session.ts'
import type { Session } from './session.ts'

/**
 * Throws 401 for a signed-out caller. A role that may not see this kind of item gets 404 for a single one, and 403 for
 * the list and for creating.
 */
export function authorize(endpoint: Endpoint, actor: Session | null, now: Date) {
  if (endpoint.who === 'anyone') return
  if (actor === null) throw new DomainError('signed-out', 'Sign in first.')
  if (endpoint.who !== 'signed-in' && !endpoint.who.includes(actor.role)) {
    throw endpoint.path.includes('/:')
      ? notFound()
      : new DomainError('forbidden', 'Your account doesn’t have access to this.')
  }
  if (actor.needsSecondFactor && endpoint.beforeSecondFactor !== true) throw secondFactorFirst()
  if (endpoint.reauthenticate === true) assertReauthenticated(actor, now)
}

export function parseBody(endpoint: Endpoint, body: unknown) {
  if (endpoint.body !== null) return endpoint.body.parse(body ?? {}, inSentences)
  if (endpoint.method !== 'GET') z.strictObject({}).parse(body ?? {}, inSentences)
  return undefined
}

/** Default error sentences for schemas without their own. */
export const inSentences = {
  error(issue: z.core.$ZodRawIssue): string | undefined {
    if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
    if (issue.code === 'invalid_value') return `Choose one of: ${issue.values.map(String).join(', ')}.`
    if (issue.input === undefined) return 'This field is required.'
    if (issue.code === 'too_big') return `Use at most ${issue.maximum.toLocaleString('en-US')}.`
    return 'Check this field: its value isn’t valid.'
  },
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string) => idPattern.test(text)
