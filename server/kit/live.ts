// Live notices: which item changed, and for whom. They contain ids, never data: the browser reads the item again
// through the API.
//
// The transaction writes them to `live_events`. After the commit, one NOTIFY tells every instance the ids of the last
// few milliseconds (a NOTIFY in each transaction would serialize all commits). If the notifying instance dies in
// between, the others find the rows at their next catch-up.
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { connectClient } from './database-client.ts'
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
  publish(eventIds: string[]): void
  /**
   * Takes a place for a stream, before anything is awaited, so that streams opened at the same time are counted. Throws
   * 429 if this session or user has the maximum number of streams. Returns a function that gives the place back.
   */
  reserve(actor: Session): () => void
  open(actor: Session, response: ServerResponse): () => void
  /** Runs when any instance notifies this channel, and whenever the listening connection is new. Called before `start`. */
  onNotify(channel: string, act: () => Promise<void>): void
  /** Closes the streams of ended sessions right away on this instance; other instances receive an event. */
  cut(matches: (listener: { userId: string; sessionId: string }) => boolean): void
  start(): Promise<void>
  /** Closes all streams; browsers reconnect to any instance. */
  endStreams(): void
  stop(): Promise<void>
  readonly listeners: number
}

const gatherMilliseconds = 20
const catchUpMilliseconds = 5000
const heartbeatMilliseconds = 25_000
/** A NOTIFY carries at most 8,000 bytes; an id takes 37. */
const idsInOneNotice = 200
/** The tabs of a browser share one stream; additional ones come from other programs, or browsers without Web Locks. */
const maxOfSession = 10
const maxOfPerson = 20
/** Of a reader that stopped reading: its stream is closed, and it reads everything again when it reconnects. */
const maxUnreadBytes = 1_048_576

const listenOn = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

const tooManyStreams = () =>
  new DomainError(
    'too-many',
    'The portal is open in too many tabs. Close some tabs to turn on automatic updates in this one.',
    {
      retryAfterSeconds: 5,
    },
  )

export function openLive(
  address: DatabaseAddress,
  database: () => Database,
  log: Log,
  /** The sessions among these that have not ended. */
  liveSessions: (reader: Reader, ids: string[], now: Date) => Promise<Set<string>>,
  clock: () => number = Date.now,
): Live {
  const listeners = new Set<Listener>()
  /** Whose streams are open or about to open. */
  const places = new Set<Session>()
  /** Delivered events that the next catch-up would find again. */
  const seen = new Set<string>()
  /** Start of the next catch-up. It only moves forward, so that setting the clock back publishes nothing twice. */
  let since = firstIdSince(clock() - 2 * catchUpMilliseconds)
  let waiting: string[] = []
  let gathering: NodeJS.Timeout | null = null
  let client: pg.Client | null = null
  let stopped = false
  const timers: NodeJS.Timeout[] = []
  const channels = new Map<string, () => Promise<void>>()

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
    for (const listener of listeners) {
      const { actor } = listener
      if (event.userIds.includes(actor.id) || event.roles.includes(actor.role))
        send(listener, `id: ${event.id}\nevent: change\ndata: ${data}\n\n`)
    }
  }

  function send(listener: Listener, text: string) {
    const { response } = listener
    response.write(text)
    if (!(response.writableLength > maxUnreadBytes)) return
    listeners.delete(listener)
    response.destroy()
  }

  function cut(matches: Parameters<Live['cut']>[0]) {
    for (const listener of listeners) {
      if (matches({ userId: listener.actor.id, sessionId: listener.actor.sessionId })) {
        listeners.delete(listener)
        listener.response.end('event: signed-out\ndata: {}\n\n')
      }
    }
  }

  /** Publishes what lost notices would have: events younger than two intervals that were not delivered yet. */
  async function catchUp() {
    const from = firstIdSince(clock() - 2 * catchUpMilliseconds)
    if (from > since) since = from
    for (const id of seen) if (id < since) seen.delete(id)
    if (listeners.size === 0) return
    void expectLine()
    await endOutlived()
    await deliver(sql`id > ${since}`)
  }

  /** A stream does not extend its session: it ends when the session expires. */
  async function endOutlived() {
    const asked = new Set([...listeners].map(({ actor }) => actor.sessionId))
    const live = await liveSessions(database(), [...asked], database().now)
    cut(({ sessionId }) => asked.has(sessionId) && !live.has(sessionId))
  }

  const quietly = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => log.warn({ error: String(error) }, 'live notices wait for the database'))
  }

  async function listen() {
    let next: pg.Client | undefined
    let over = false
    const again = () => {
      if (over || stopped) return
      over = true
      setTimeout(quietly(listen), 500).unref()
    }
    try {
      next = await connectClient({
        ...address,
        connectionTimeoutMillis: 2000,
        query_timeout: 4500,
        application_name: 'portal live',
      })
      next.on('end', again)
      next.on('notification', ({ channel, payload }) => {
        const act = channels.get(channel)
        if (act !== undefined) return quietly(act)()
        if (listeners.size > 0 && payload) quietly(() => deliver(sql`id = any(${payload.split(',')}::uuid[])`))()
      })
      await next.query('listen live')
      for (const channel of channels.keys()) await next.query(listenOn(channel))
    } catch (error) {
      again()
      void next?.end().catch(() => {})
      throw error
    }
    // Notices during a lost connection may be missing: browsers reconnect and reload.
    if (client !== null) endStreams()
    client = next
    for (const act of channels.values()) quietly(act)()
  }

  /**
   * A server that vanished with its machine sends nothing: the connection is probed, and closed if it does not reply.
   */
  async function expectLine() {
    const line = client
    await line?.query('select').catch(() => void line.end().catch(() => {}))
  }

  function endStreams() {
    for (const { response } of listeners) response.end()
    listeners.clear()
  }

  return {
    publish(eventIds) {
      // After shutdown nothing is published: this instance's streams are closed, and the others catch up on their own.
      if (stopped || eventIds.length === 0) return
      waiting.push(...eventIds)
      gathering ??= setTimeout(quietly(flush), gatherMilliseconds)
    },
    reserve(actor) {
      const all = [...places]
      const ofSession = all.filter(({ sessionId }) => sessionId === actor.sessionId)
      const ofPerson = all.filter((each) => ownerOf(each) === ownerOf(actor))
      if (ofSession.length >= maxOfSession || ofPerson.length >= maxOfPerson) throw tooManyStreams()
      const place = { ...actor }
      places.add(place)
      return () => void places.delete(place)
    },
    open(actor, response) {
      const listener = { actor, response }
      listeners.add(listener)
      response.write('retry: 1000\n\n')
      return () => void listeners.delete(listener)
    },
    onNotify: (channel, act) => void channels.set(channel, act),
    cut,
    async start() {
      await listen()
      timers.push(setInterval(quietly(catchUp), catchUpMilliseconds))
      timers.push(
        setInterval(() => listeners.forEach((listener) => send(listener, ': still here\n\n')), heartbeatMilliseconds),
      )
    },
    endStreams,
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      if (gathering) {
        clearTimeout(gathering)
        // Without the database nothing is published; browsers reconnect and reload.
        await flush().catch(() => {})
      }
      await client?.end()
    },
    get listeners() {
      return listeners.size
    },
  }
}
