// Live notices: which thing changed, to whom. Names, never data: the browser reads the thing again through the guarded door.
//
// The names stand in `live_events` from the transaction that caused them. After the commit one NOTIFY tells every instance
// the ids of the last few milliseconds (a NOTIFY in each transaction would make all commits wait for one another). Should the
// telling instance die in between, the others find the rows on their next look.
import type { ServerResponse } from 'node:http'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { DatabaseClient } from './database-client.ts'
import type { Database, Reader, DatabaseAddress } from './db.ts'
import { firstIdSince } from './id.ts'
import type { Log } from './log.ts'
import { typed } from './row-types.ts'
import { ownerOf, type Session } from './session.ts'

const LiveEvent = z.object({
  id: z.string(),
  type: z.string(),
  entityId: z.string().nullable(),
  clientFolderId: z.string().nullable(),
  userIds: z.array(z.string()),
  roles: z.array(z.string()),
})
type LiveEvent = z.infer<typeof LiveEvent>

/** One open tab. */
interface Listener {
  actor: Session
  response: ServerResponse
}

export interface Live {
  tell(eventIds: string[]): void
  /** Refuses 429 when this session or this person has as many streams as they may. */
  assertRoom(actor: Session): void
  open(actor: Session, response: ServerResponse): () => void
  /** Cuts the streams of ended sessions at once, on this instance; the others hear it as an event. */
  cut(matches: (listener: { userId: string; sessionId: string }) => boolean): void
  start(): Promise<void>
  /** Ends all streams: browsers come back, to whichever instance answers. */
  hangUp(): void
  stop(): Promise<void>
  readonly listeners: number
}

const gatherMilliseconds = 20
const catchUpMilliseconds = 5000
const heartbeatMilliseconds = 25_000
/** A NOTIFY carries at most 8,000 bytes; an id is 37. */
const idsInOneNotice = 200
/** The tabs of a browser share one stream; more are of other programs, or of browsers without Web Locks. */
const maxOfSession = 10
const maxOfPerson = 20

const tooManyStreams = () =>
  new DomainError(
    'too-many',
    'The portal is open in too many tabs. Close some, and this one updates by itself again.',
    {
      retryAfterSeconds: 5,
    },
  )

export function openLive(
  address: DatabaseAddress,
  database: () => Database,
  log: Log,
  /** Which of these sessions have not ended. */
  liveSessions: (reader: Reader, ids: string[], now: Date) => Promise<Set<string>>,
  clock: () => number = Date.now,
): Live {
  const listeners = new Set<Listener>()
  /** Those delivered that the next catch-up would find. */
  const seen = new Set<string>()
  /** Catch-up begins here. It never goes back, so that a clock that is set back has nothing announced again. */
  let since = firstIdSince(clock() - 2 * catchUpMilliseconds)
  let waiting: string[] = []
  let gathering: NodeJS.Timeout | null = null
  let client: DatabaseClient | null = null
  let stopped = false
  const timers: NodeJS.Timeout[] = []

  async function flush() {
    gathering = null
    const ids = waiting
    waiting = []
    for (let start = 0; start < ids.length; start += idsInOneNotice) {
      const notice = ids.slice(start, start + idsInOneNotice).join(',')
      await database().rows(sql`select pg_notify('live', ${notice})`)
    }
  }

  async function deliver(where: ReturnType<typeof sql>) {
    const events = await database().rows(typed(LiveEvent)`
      select id, type, entity_id as "entityId", client_folder_id as "clientFolderId", user_ids as "userIds", roles
      from live_events where ${where} order by id`)
    for (const event of events) {
      if (seen.has(event.id)) continue
      seen.add(event.id)
      hand(event)
    }
  }

  function hand(event: LiveEvent) {
    if (event.type === 'session-ended') {
      cut(({ userId, sessionId }) =>
        event.entityId === null ? event.userIds.includes(userId) : sessionId === event.entityId,
      )
      return
    }
    const data = JSON.stringify({ type: event.type, id: event.entityId, clientFolderId: event.clientFolderId })
    for (const { actor, response } of listeners) {
      if (event.userIds.includes(actor.id) || event.roles.includes(actor.role)) {
        response.write(`id: ${event.id}\nevent: change\ndata: ${data}\n\n`)
      }
    }
  }

  function cut(matches: Parameters<Live['cut']>[0]) {
    for (const listener of listeners) {
      if (matches({ userId: listener.actor.id, sessionId: listener.actor.sessionId })) {
        listeners.delete(listener)
        listener.response.end('event: signed-out\ndata: {}\n\n')
      }
    }
  }

  /** What a lost notice would have told: whatever is younger than two looks and was not handed on yet. */
  async function catchUp() {
    const from = firstIdSince(clock() - 2 * catchUpMilliseconds)
    if (from > since) since = from
    for (const id of seen) if (id < since) seen.delete(id)
    if (listeners.size === 0) return
    void expectLine()
    await endOutlived()
    await deliver(sql`id > ${since}`)
  }

  /** A stream keeps no session alive: it ends when the time of its own is over. */
  async function endOutlived() {
    const asked = new Set([...listeners].map(({ actor }) => actor.sessionId))
    const live = await liveSessions(database(), [...asked], database().now)
    cut(({ sessionId }) => asked.has(sessionId) && !live.has(sessionId))
  }

  const quietly = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => log.warn({ error: String(error) }, 'live notices wait for the database'))
  }

  async function listen() {
    const next = new DatabaseClient({
      ...address,
      connectionTimeoutMillis: 2000,
      query_timeout: 4500,
      application_name: 'portal live',
    })
    let over = false
    const again = () => {
      if (over || stopped) return
      over = true
      setTimeout(quietly(listen), 500).unref()
    }
    next.on('error', () => {})
    next.on('end', again)
    next.on('notification', ({ payload }) => {
      if (listeners.size > 0 && payload) quietly(() => deliver(sql`id = any(${payload.split(',')}::uuid[])`))()
    })
    try {
      await next.connect()
      await next.query('listen live')
    } catch (error) {
      again()
      void next.end().catch(() => {})
      throw error
    }
    // What was told while nobody listened may be lost with the server that knew it: browsers come back, and look for themselves.
    if (client !== null) hangUp()
    client = next
  }

  /** A server that vanished with its machine says nothing: the line to it is asked, and given up when it is silent. */
  async function expectLine() {
    const line = client
    await line?.query('select').catch(() => void line.end().catch(() => {}))
  }

  function hangUp() {
    for (const { response } of listeners) response.end()
    listeners.clear()
  }

  return {
    tell(eventIds) {
      // After the end nobody is told: this instance's streams are closed, and the others look for themselves.
      if (stopped || eventIds.length === 0) return
      waiting.push(...eventIds)
      gathering ??= setTimeout(quietly(flush), gatherMilliseconds)
    },
    assertRoom(actor) {
      const all = [...listeners]
      const ofSession = all.filter((each) => each.actor.sessionId === actor.sessionId)
      const ofPerson = all.filter((each) => ownerOf(each.actor) === ownerOf(actor))
      if (ofSession.length >= maxOfSession || ofPerson.length >= maxOfPerson) throw tooManyStreams()
    },
    open(actor, response) {
      const listener = { actor, response }
      listeners.add(listener)
      response.write('retry: 1000\n\n')
      return () => void listeners.delete(listener)
    },
    cut,
    async start() {
      await listen()
      timers.push(setInterval(quietly(catchUp), catchUpMilliseconds))
      timers.push(
        setInterval(
          () => listeners.forEach(({ response }) => response.write(': still here\n\n')),
          heartbeatMilliseconds,
        ),
      )
    },
    hangUp,
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      if (gathering) {
        clearTimeout(gathering)
        // Without the database nobody is told; browsers come back, and look for themselves.
        await flush().catch(() => {})
      }
      await client?.end()
    },
    get listeners() {
      return listeners.size
    },
  }
}
