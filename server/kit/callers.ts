// Who makes a request: the owner of its session, or of its API key. Counts the call against their limit.
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { automaticRefresh } from '../../domain/automatic-refresh.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Database } from './db.ts'
import { logRequester } from './log.ts'
import { type CallLimit, networkOf, openMemoryLimit } from './rate-limit.ts'
import type { Origin } from './record.ts'
import { ownerOf, type Session } from './session.ts'

/** Lookups that business code provides to identify a caller. */
export interface CallerHooks {
  sessions: {
    /** The active session of a cookie, or null. */
    sessionOf: (db: Database, cookie: string | undefined) => Promise<Session | null>
    recordLastSeen: (db: Database, session: Session) => Promise<void>
    deleteExpiredSession: (db: Database, cookie: string) => Promise<void>
  }
  apiKeys: {
    /** The caller of an API key, or null. */
    callerOf: (db: Database, key: string) => Promise<KeyCaller | null>
    recordUse: (db: Database, caller: KeyCaller) => Promise<void>
  }
}

/** A caller with an API key: its owner, with the key's id as that of the session. */
export interface KeyCaller {
  session: Session
  /** The key's name, for the audit log. */
  name: string
  /** Throws 403 if the key's scopes don't include the endpoint. */
  assertMayCall: (endpoint: Endpoint) => void
}

export interface Callers {
  /** The caller; null if signed out. Throws 401 for a wrong API key, and 403 for one without the scope. */
  identify: (endpoint: Endpoint, request: FastifyRequest) => Promise<Session | null>
  /** The signed-in caller, once identified. */
  actorOf: (request: FastifyRequest) => Session | undefined
  /** The origin of what the request changes, for the audit log. */
  originOf: (request: FastifyRequest, actor: Session | null) => Origin
}

export function openCallers(
  db: Database,
  cookie: string,
  calls: CallLimit,
  { sessions, apiKeys }: CallerHooks,
): Callers {
  const actors = new WeakMap<FastifyRequest, Session>()
  const keys = new WeakMap<FastifyRequest, KeyCaller>()
  const mayForget = openMemoryLimit(60, 60)

  function remember(request: FastifyRequest, actor: Session) {
    actors.set(request, actor)
    logRequester(request, ownerOf(actor))
  }

  async function bySession(endpoint: Endpoint, request: FastifyRequest): Promise<Session | null> {
    const shown = request.cookies[cookie]
    const actor = await sessions.sessionOf(db, shown)
    if (actor !== null) remember(request, actor)
    await calls.count(actor === null ? { address: request.ip } : { person: ownerOf(actor) })
    if (actor !== null && !isAutomatic(endpoint, request)) await sessions.recordLastSeen(db, actor)
    if (actor === null && shown !== undefined && (await mayForget(networkOf(request.ip))))
      await sessions.deleteExpiredSession(db, shown)
    return actor
  }

  /** Each key has its own rate limit; an invalid key counts toward the limit of the IP address. */
  async function byKey(endpoint: Endpoint, request: FastifyRequest, key: string): Promise<Session> {
    const caller = await apiKeys.callerOf(db, key)
    await calls.count(caller === null ? { address: request.ip } : { person: `API key ${caller.session.sessionId}` })
    if (caller === null) throw new DomainError('signed-out', 'This API key isn’t valid, or it has expired.')
    remember(request, caller.session)
    keys.set(request, caller)
    await apiKeys.recordUse(db, caller)
    caller.assertMayCall(endpoint)
    return caller.session
  }

  return {
    identify(endpoint, request) {
      const key = bearerOf(request)
      return key === null ? bySession(endpoint, request) : byKey(endpoint, request, key)
    },
    actorOf: (request) => actors.get(request),
    /** An administrator who views as a client acts in their own name. */
    originOf(request, actor) {
      const key = keys.get(request)
      return {
        actorId: actor === null ? null : ownerOf(actor),
        address: key === undefined ? request.ip : `${request.ip}, API key “${key.name}”`,
        requestId: request.id,
      }
    },
  }
}

/** An automatic request does not extend the session. A write always does, whatever its header says. */
const isAutomatic = ({ method, isAutomatic: always = false }: Endpoint, request: FastifyRequest) =>
  always || (method === 'GET' && request.headers[automaticRefresh] !== undefined)

/** The key in `Authorization: Bearer …`; with one, a cookie is ignored. */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | null {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return null
  return authorization.slice('bearer '.length).trim()
}
