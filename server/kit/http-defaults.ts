// Applies to every reply and every write, whatever the endpoint: headers, origin, content type, errors.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DomainError, type Issue } from '../../domain/errors.ts'
import { asDomainError } from './database-errors.ts'
import { parseJson } from './json.ts'
import { withoutData } from './log.ts'

/**
 * Content security policy: only our own scripts and files, no inline scripts; inline styles only with the given hashes,
 * and external images only from the given origin.
 */
export const contentPolicy = (styleHashes: readonly string[] = [], pictures: string | null = null): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    ["img-src 'self' data: blob:", ...(pictures === null ? [] : [pictures])].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const policy = contentPolicy()

const defaultHeaders = (request: FastifyRequest, overTls: boolean) => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-request-id': request.id,
  ...(overTls ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  ...(request.url.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
})

/**
 * An unparsable address (a broken escape, an id of thousands of characters) reaches no hook, so it is answered here.
 */
export const answerMalformedUrl =
  (publicUrl: string) =>
  (_error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    void reply
      .headers(defaultHeaders(request, publicUrl.startsWith('https:')))
      .code(404)
      .send({ message: 'There is nothing at this address.', code: 'not-found', issues: [] })

export function addHttpDefaults(app: FastifyInstance, publicUrl: string, sentences: Record<string, () => DomainError>) {
  const overTls = publicUrl.startsWith('https:')

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(defaultHeaders(request, overTls))
    assertSameOriginWrite(request)
  })

  /**
   * Browsers send the origin of a write. A client without these headers is not a browser, so it cannot be misused by
   * another site.
   */
  function assertSameOriginWrite(request: FastifyRequest) {
    if ((request.method === 'GET' || request.method === 'HEAD') && !isLive(request)) return
    const site = request.headers['sec-fetch-site']
    const { origin, host } = request.headers
    const foreign = site === undefined ? origin !== undefined && !isOurs(origin, host) : site !== 'same-origin'
    if (foreign) throw new DomainError('forbidden', 'This request came from another site, so nothing was changed.')
  }

  /** The live connection is a long-lived stream. */
  const isLive = (request: FastifyRequest) => request.routeOptions.url === '/api/events'

  const isOurs = (origin: string, host: string | undefined) =>
    origin === publicUrl || (URL.parse(origin)?.host === host && host !== undefined)

  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : parseJson(body as string))
    } catch {
      done(new DomainError('invalid', 'This isn’t valid JSON.'))
    }
  })

  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const refusal = domainErrorOf(asDomainError(error, sentences))
    if (refusal !== null) {
      if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds)
      return reply.code(refusal.status).send({ message: refusal.message, code: refusal.code, issues: refusal.issues })
    }
    request.log.error({ error: withoutData(error) }, 'a fault')
    const message = `Something went wrong on our end. If it happens again, give us this reference number: ${request.id}`
    return reply.code(500).send({ message, code: 'fault', issues: [], reference: request.id })
  }
}

function domainErrorOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (error instanceof z.ZodError) return invalidInput(error)
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  if (error.statusCode === 413) return new DomainError('too-large', 'This is too large to send.')
  if (error.statusCode === 415) return new DomainError('unsupported-type', 'Send the request as application/json.')
  if (typeof error.statusCode === 'number' && error.statusCode < 500)
    return new DomainError('invalid', 'This request isn’t valid.')
  return null
}

function invalidInput(error: z.ZodError): DomainError {
  const issues: Issue[] = error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  return new DomainError('invalid', issues[0]?.message ?? 'Some of the fields aren’t valid.', { issues })
}
