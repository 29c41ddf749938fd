// Replies on the wire: body, version, and next page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import buildStringify from 'fast-json-stringify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import type { IdempotentReply } from './idempotency.ts'
import { JsonPage } from './json-page.ts'
import { toJsonSchema } from './json-schema.ts'
import type { Page } from './page.ts'

/** A repeated POST is marked as such. */
export function sendAnswer(reply: FastifyReply, { status }: Endpoint, { text, version, again }: IdempotentReply) {
  if (again) reply.header('idempotent-replayed', 'true')
  if (version !== null) reply.header('etag', `"${version}"`)
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}

export const versionOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number'
    ? answer.version
    : null

export function nextLink(request: FastifyRequest, page: Page<unknown>) {
  const url = new URL(request.url, 'http://here')
  url.searchParams.set('cursor', page.next ?? '')
  return `<${url.pathname}${url.search}>; rel="next"`
}

/**
 * Drops everything that the reply schema does not name, except from a `JsonPage`, whose statement names what is sent.
 * Tests also check each reply against the schema. Compiled on first use: compiling two hundred at start would take a
 * third of the start time.
 */
export function stringifier(endpoint: Endpoint, checkAnswers: boolean): (answer: unknown) => string {
  const schema = endpoint.reply
  if (schema === null) throw new Error(`${endpoint.method} ${endpoint.path} answers no JSON; bind it with raw`)
  const compile = () => buildStringify(toJsonSchema(schema, 'output') as Parameters<typeof buildStringify>[0])
  let ready: ReturnType<typeof compile> | null = null
  const stringify = (answer: unknown) => (answer instanceof JsonPage ? answer.json : (ready ??= compile())(answer))
  if (!checkAnswers) return stringify
  return (answer) => {
    const text = stringify(answer)
    schema.parse(JSON.parse(text))
    return text
  }
}
