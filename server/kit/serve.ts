// Binds a declared endpoint to a route: authentication (401), role (403, 404), input (400), idempotency (the first
// reply again), then the work, then the reply. The same for every endpoint.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { notFound, DomainError } from '../../domain/errors.ts'
import { readOnlyImpersonation } from '../../domain/impersonation.ts'
import { isStorable } from '../../domain/text.ts'
import type { Config } from '../config.ts'
import { type CallerHooks, openCallers } from './callers.ts'
import { authorize, inSentences, isId, parseBody } from './authorize.ts'
import { sendAnswer, nextLink, stringifier, versionOf } from './replies.ts'
import { replayAnswer, claimKey, saveAnswer, once } from './idempotency.ts'
import type { Database, Reader, Tx } from './db.ts'
import { asDomainError } from './database-errors.ts'
import type { Page } from './page.ts'
import { JsonPage } from './json-page.ts'
import type { DataKeys } from './data-keys.ts'
import { withoutData } from './log.ts'
import { type CallLimit, countersForEndpoint, limitRate, openMemoryLimit } from './rate-limit.ts'
import type { Entry, Origin } from './record.ts'
import { type IfMatch, ifMatchOf } from './version.ts'
import { cookieName, ownerOf, type Session } from './session.ts'

type ActorOf<E extends Endpoint> = E['who'] extends 'anyone' ? Session | null : Session
type Body<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined

export interface EndpointInput<E extends Endpoint> {
  actor: ActorOf<E>
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: Body<E>
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = E['list'] extends true
  ? Page<z.input<E['reply'] & z.ZodArray>[number]>
  : E['reply'] extends z.ZodType
    ? z.input<E['reply']>
    : unknown

export interface Bind {
  /** Replies from the database without changing it. */
  read<E extends Endpoint>(
    endpoint: E,
    answer: (given: EndpointInput<E> & { db: Database }) => Promise<Answer<E>>,
  ): void
  /**
   * Runs in one transaction.
   * @param before slow work, such as checking a password, before the transaction; not for a request answered earlier
   */
  write<E extends Endpoint, Prepared = undefined>(
    endpoint: E,
    answer: (given: EndpointInput<E> & { tx: Tx; ifMatch: IfMatch; prepared: Prepared }) => Promise<Answer<E>>,
    before?: (given: EndpointInput<E> & { db: Database; origin: Origin }) => Promise<Prepared>,
  ): void
  /**
   * Runs its own transactions: a sign-in that must count a failed attempt, or a file that arrives while nothing is
   * locked.
   */
  act<E extends Endpoint>(
    endpoint: E,
    answer: (given: EndpointInput<E> & { db: Database; origin: Origin }) => Promise<Answer<E>>,
  ): void
  /** Writes its own reply: a file, a stream, a redirect. */
  raw<E extends Endpoint>(
    endpoint: E,
    answer: (given: EndpointInput<E> & { db: Database; origin: Origin }) => Promise<unknown>,
  ): void
}

/** What the binding needs from business code. */
export interface EndpointHooks extends CallerHooks {
  /** Error sentences for database constraints, by constraint name. */
  sentences: Record<string, () => DomainError>
  /** The audit entry of a downloaded file; `path` is the endpoint's. */
  downloaded: (reader: Reader, path: string, id: string | null) => Promise<Entry>
}

interface ServeContext {
  db: Database
  dataKeys: DataKeys
  config: Config
  calls: CallLimit
  /** Tests validate each reply against its schema; production skips the check. */
  checkAnswers?: boolean
}

export function binder(
  app: FastifyInstance,
  { db, dataKeys, config, calls, checkAnswers = false }: ServeContext,
  { sentences, downloaded, ...hooks }: EndpointHooks,
): Bind {
  const { identify, actorOf, originOf } = openCallers(db, cookieName(config.publicUrl), calls, hooks)
  const origins = new WeakMap<FastifyRequest, Origin>()
  // Audit entries that a caller can cause without changing anything are limited, even where calls are not.
  const mayNote = openMemoryLimit(120, 60)

  async function open<E extends Endpoint>(
    endpoint: E,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<EndpointInput<E>> {
    const actor = await identify(endpoint, request)
    authorize(endpoint, actor, db.now)
    if (actor !== null && actor.viewer !== null && endpoint.method !== 'GET' && endpoint.whileImpersonating !== true)
      throw readOnlyImpersonation()
    await limitRate(db, countersForEndpoint(endpoint, actor, request.ip))
    const params = endpoint.params.parse(request.params) as Record<string, string>
    const isUnknown = ([name, value]: [string, string]) => !isStorable(value) || (/^id$|Id$/.test(name) && !isId(value))
    if (Object.entries(params).some(isUnknown)) throw notFound()
    const query = endpoint.query.parse(request.query, inSentences)
    const body = parseBody(endpoint, request.body)
    return { actor, params, query, body, request, reply } as EndpointInput<E>
  }

  function route(endpoint: Endpoint, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.reply === null && endpoint.method === 'GET' && endpoint.who !== 'anyone' && noteDownload(endpoint)),
      handler: (request, reply) =>
        handler(request, reply).catch(async (error: unknown) => {
          await noteRefusedCall(endpoint, request, asDomainError(error, sentences))
          throw error
        }),
    })
  }

  /** A download is audited before its first byte is sent, unless the endpoint audits it. */
  const noteDownload = ({ path }: Endpoint) => ({
    async onSend(request: FastifyRequest, reply: FastifyReply) {
      const origin = origins.get(request)
      if (origin === undefined || (origin.recorded ?? 0) > 0 || request.method !== 'GET') return
      if (reply.statusCode !== 200 || reply.getHeader('content-disposition') === undefined) return
      const { id = '' } = request.params as { id?: string }
      const entry = await downloaded(db, path, isId(id) ? id : null)
      await db.transaction(origin, async (tx) => tx.record(entry))
    },
  })

  /**
   * Audits a signed-in caller who was refused, with at most 120 entries a minute per person. If that fails, the reply
   * is the same.
   */
  async function noteRefusedCall(endpoint: Endpoint, request: FastifyRequest, refusal: unknown) {
    const actor = actorOf(request)
    if (actor === undefined || !(refusal instanceof DomainError)) return
    if (!['forbidden', 'conflict', 'step-up'].includes(refusal.code)) return
    if (!(await mayNote(ownerOf(actor)))) return
    const { method, path } = endpoint
    const { id = '' } = request.params as { id?: string }
    const entry = {
      action: 'call.refused' as const,
      id: isId(id) ? id : null,
      clientFolderId: path.startsWith('/api/client-folders/:id') ? id : null,
      details: { method, path, code: refusal.code },
    }
    await db
      .transaction(originOf(request, actor), async (tx) => tx.record(entry))
      .catch((error: unknown) =>
        request.log.warn({ error: withoutData(error) }, 'a refusal could not be recorded in the audit log'),
      )
  }

  function answering<E extends Endpoint>(endpoint: E) {
    const stringify = stringifier(endpoint, checkAnswers)
    return (reply: FastifyReply, answer: Answer<E>) => {
      const isWritten = !endpoint.list || answer instanceof JsonPage
      const text = stringify(isWritten ? answer : (answer as Page<unknown>).items)
      if (endpoint.list && (answer as Page<unknown>).next !== null)
        reply.header('link', nextLink(reply.request, answer as Page<unknown>))
      const version = versionOf(answer)
      if (version !== null) reply.header('etag', `"${version}"`)
      reply.code(endpoint.status).type('application/json; charset=utf-8').send(text)
      return { text, version }
    }
  }

  return {
    read(endpoint, answer) {
      const send = answering(endpoint)
      route(endpoint, async (request, reply) => {
        const given = await open(endpoint, request, reply)
        send(reply, await answer({ ...given, db }))
        return reply
      })
    },

    write(endpoint, answer, before) {
      const stringify = stringifier(endpoint, checkAnswers)
      route(endpoint, async (request, reply) => {
        const given = await open(endpoint, request, reply)
        const ifMatch = ifMatchOf(request)
        const origin = originOf(request, given.actor)
        origin.unconditional = ifMatch === null && (endpoint.method === 'PUT' || endpoint.method === 'PATCH')
        const key = keyOf(endpoint, request, given.actor)
        if (before !== undefined && key !== null) {
          const earlier = await db.transaction(origin, (tx) => claimKey(tx, dataKeys, key))
          if (earlier !== null) return sendAnswer(reply, endpoint, replayAnswer(earlier, key))
        }
        // Without `before`, nothing is prepared.
        const prepared = (await before?.({ ...given, db, origin })) as never
        const answered = await db.transaction(origin, async (tx) => {
          const earlier = key === null ? null : await claimKey(tx, dataKeys, key)
          if (key !== null && earlier !== null) return replayAnswer(earlier, key)
          const result = await answer({ ...given, tx, ifMatch, prepared })
          if (tx.recorded() === 0)
            throw new Error(`${endpoint.method} ${endpoint.path} added no entry to the audit log`)
          const text = stringify(result)
          const version = versionOf(result)
          if (key !== null) await saveAnswer(tx, dataKeys, key, { status: endpoint.status, text, version })
          return { text, version, again: false }
        })
        return sendAnswer(reply, endpoint, answered)
      })
    },

    act(endpoint, answer) {
      const stringify = stringifier(endpoint, checkAnswers)
      route(endpoint, async (request, reply) => {
        const given = await open(endpoint, request, reply)
        const origin = originOf(request, given.actor)
        const work = async () => {
          const result = await answer({ ...given, db, origin })
          return { text: stringify(result), version: versionOf(result) }
        }
        const key = keyOf(endpoint, request, given.actor)
        if (key === null) return sendAnswer(reply, endpoint, { ...(await work()), again: false })
        return sendAnswer(reply, endpoint, await once(db, dataKeys, origin, key, endpoint.status, work))
      })
    },

    raw(endpoint, answer) {
      route(endpoint, async (request, reply) => {
        const given = await open(endpoint, request, reply)
        const origin = originOf(request, given.actor)
        origins.set(request, origin)
        await answer({ ...given, db, origin })
        return reply
      })
    },
  }
}

/** A stored hash of a password could be used to guess it. */
const withoutSecrets = (name: string, value: unknown) =>
  ['password', 'code', 'passkey'].includes(name) ? undefined : value

function keyOf(endpoint: Endpoint, request: FastifyRequest, actor: Session | null) {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || endpoint.storesNoReply === true || typeof key !== 'string') return null
  if (key === '' || key.length > 200) throw new DomainError('invalid', 'An Idempotency-Key has 1 to 200 characters.')
  const scope = actor === null ? `address ${request.ip}` : `session ${actor.sessionId}`
  const fingerprint = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null, withoutSecrets)}`)
    .digest('hex')
  return { scope, key, fingerprint }
}
