// From a declared endpoint to a route: who is asking (401), may they see this at all (403, 404), is what they sent right (400),
// was it sent before (the first answer again), then the work, then the answer. The same for every endpoint.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { automaticRefresh } from '../../domain/automatic-refresh.ts'
import { notFound, DomainError } from '../../domain/errors.ts'
import { onlyLooking } from '../../domain/viewing.ts'
import type { Config } from '../config.ts'
import { admit, inSentences, isId, parseBody } from './admission.ts'
import { give, nextLink, stringifier, versionOf } from './answers.ts'
import { answerAgain, claimKey, keepAnswer, once } from './idempotency.ts'
import type { Database, Reader, Tx } from './db.ts'
import { asDomainError } from './failures.ts'
import type { Page } from './page.ts'
import type { DataKeys } from './data-keys.ts'
import { noteAsker, withoutData } from './log.ts'
import { type CallLimit, countersForEndpoint, limitRate, networkOf, openMemoryLimit } from './rate-limit.ts'
import type { Entry, Origin } from './record.ts'
import { type IfMatch, ifMatchOf } from './version.ts'
import { cookieName, ownerOf, type Session } from './session.ts'

type ActorOf<E extends Endpoint> = E['who'] extends 'anyone' ? Session | null : Session
type Body<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined

export interface Given<E extends Endpoint> {
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
  /** Answers from the database without changing it. */
  read<E extends Endpoint>(endpoint: E, answer: (given: Given<E> & { db: Database }) => Promise<Answer<E>>): void
  /** Does its work in one transaction. */
  write<E extends Endpoint>(
    endpoint: E,
    answer: (given: Given<E> & { tx: Tx; ifMatch: IfMatch }) => Promise<Answer<E>>,
  ): void
  /** Runs its transactions itself: a sign-in that must count a wrong try, a file that arrives while nothing is locked. */
  act<E extends Endpoint>(
    endpoint: E,
    answer: (given: Given<E> & { db: Database; origin: Origin }) => Promise<Answer<E>>,
  ): void
  /** Writes its answer itself: a file, a stream, a redirect. */
  raw<E extends Endpoint>(
    endpoint: E,
    answer: (given: Given<E> & { db: Database; origin: Origin }) => Promise<unknown>,
  ): void
}

/** What the binding has to know of the portal's business. */
export interface House {
  /** What the database refuses, by the names of its constraints. */
  sentences: Record<string, () => DomainError>
  /** What the trail says of a file that left; `path` is the endpoint's. */
  downloaded: (reader: Reader, path: string, id: string | null) => Promise<Entry>
  sessions: {
    /** The live session of a cookie, or null. */
    sessionOf: (db: Database, cookie: string | undefined) => Promise<Session | null>
    noteSeen: (db: Database, session: Session) => Promise<void>
    forgetDead: (db: Database, cookie: string) => Promise<void>
  }
}

interface ServeContext {
  db: Database
  dataKeys: DataKeys
  config: Config
  calls: CallLimit
  /** Tests hold each answer against its schema; the running portal leaves that to them. */
  checkAnswers?: boolean
}

export function binder(
  app: FastifyInstance,
  { db, dataKeys, config, calls, checkAnswers = false }: ServeContext,
  { sentences, downloaded, sessions }: House,
): Bind {
  const cookie = cookieName(config.publicUrl)
  const actors = new WeakMap<FastifyRequest, Session>()
  const origins = new WeakMap<FastifyRequest, Origin>()
  // What a caller can make the portal write without changing anything has limits of its own, also where calls have none.
  const mayNote = openMemoryLimit(120, 60)
  const mayForget = openMemoryLimit(60, 60)

  async function open<E extends Endpoint>(
    endpoint: E,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Given<E>> {
    const shown = request.cookies[cookie]
    const actor = await sessions.sessionOf(db, shown)
    if (actor !== null) {
      actors.set(request, actor)
      noteAsker(request, ownerOf(actor))
    }
    await calls.count(actor === null ? { address: request.ip } : { person: ownerOf(actor) })
    if (actor !== null && !isAutomatic(endpoint, request)) await sessions.noteSeen(db, actor)
    if (actor === null && shown !== undefined && (await mayForget(networkOf(request.ip))))
      await sessions.forgetDead(db, shown)
    admit(endpoint, actor, db.now)
    if (actor !== null && actor.viewer !== null && endpoint.method !== 'GET' && endpoint.whileViewing !== true)
      throw onlyLooking()
    await limitRate(db, countersForEndpoint(endpoint, actor, request.ip))
    const params = endpoint.params.parse(request.params) as Record<string, string>
    if (Object.entries(params).some(([name, value]) => /^id$|Id$/.test(name) && !isId(value))) throw notFound()
    const query = endpoint.query.parse(request.query, inSentences)
    const body = parseBody(endpoint, request.body)
    return { actor, params, query, body, request, reply } as Given<E>
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

  /** A file that nobody spoke of yet is in the trail before its first byte leaves. */
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
   * Whoever is signed in and was refused is in the audit log, with at most 120 entries a minute for each person; should that fail, the
   * answer is the same.
   */
  async function noteRefusedCall(endpoint: Endpoint, request: FastifyRequest, refusal: unknown) {
    const actor = actors.get(request)
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
      .catch((error: unknown) => request.log.warn({ error: withoutData(error) }, 'a refusal is not in the trail'))
  }

  function answering<E extends Endpoint>(endpoint: E) {
    const stringify = stringifier(endpoint, checkAnswers)
    return (reply: FastifyReply, answer: Answer<E>) => {
      const text = stringify(endpoint.list ? (answer as Page<unknown>).items : answer)
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

    write(endpoint, answer) {
      const stringify = stringifier(endpoint, checkAnswers)
      route(endpoint, async (request, reply) => {
        const given = await open(endpoint, request, reply)
        const ifMatch = ifMatchOf(request)
        const origin = originOf(request, given.actor)
        origin.unconditional = ifMatch === null && (endpoint.method === 'PUT' || endpoint.method === 'PATCH')
        const key = keyOf(endpoint, request, given.actor)
        const answered = await db.transaction(origin, async (tx) => {
          const earlier = key === null ? null : await claimKey(tx, dataKeys, key)
          if (key !== null && earlier !== null) return answerAgain(earlier, key)
          const result = await answer({ ...given, tx, ifMatch })
          if (tx.recorded() === 0) throw new Error(`${endpoint.method} ${endpoint.path} left no line in the trail`)
          const text = stringify(result)
          const version = versionOf(result)
          if (key !== null) await keepAnswer(tx, dataKeys, key, { status: endpoint.status, text, version })
          return { text, version, again: false }
        })
        return give(reply, endpoint, answered)
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
        if (key === null) return give(reply, endpoint, { ...(await work()), again: false })
        return give(reply, endpoint, await once(db, dataKeys, origin, key, endpoint.status, work))
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

/** Nobody asked for it: it does not keep the session alive. A write counts whatever its header says. */
const isAutomatic = ({ method, isAutomatic: always = false }: Endpoint, request: FastifyRequest) =>
  always || (method === 'GET' && request.headers[automaticRefresh] !== undefined)

/** Whoever views as a client acts in their own name. */
const originOf = (request: FastifyRequest, actor: Session | null): Origin => ({
  actorId: actor === null ? null : ownerOf(actor),
  address: request.ip,
  requestId: request.id,
})

/** The hash of a password would be a way to guess it. */
const withoutSecrets = (name: string, value: unknown) =>
  ['password', 'code', 'passkey'].includes(name) ? undefined : value

function keyOf(endpoint: Endpoint, request: FastifyRequest, actor: Session | null) {
  const key = request.headers['idempotency-key']
  if (endpoint.method !== 'POST' || endpoint.keepsNoAnswer === true || typeof key !== 'string') return null
  if (key === '' || key.length > 200) throw new DomainError('invalid', 'An Idempotency-Key has 1 to 200 characters.')
  const scope = actor === null ? `address ${request.ip}` : `session ${actor.sessionId}`
  const fingerprint = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null, withoutSecrets)}`)
    .digest('hex')
  return { scope, key, fingerprint }
}
