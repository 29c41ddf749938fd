// How long a connection may take, and how many with unfinished requests an address may have. Node's own timeouts do most of it; what
// differs between routes is here (docs/decisions/0132).
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import { networkOf } from './rate-limit.ts'

/** Node has one limit for all requests, so it is that of the longest: 200 MB from an office with a slow line, in parts of up to 100 MB. */
const uploadSeconds = 300
/** A connection on which nothing moves. Live notices beat every 25 s. */
const silentSeconds = 29
/**
 * How long a connection stays open between requests. A proxy keeps its own for a minute and must not find them closed; a browser opens
 * another one.
 */
const idleSeconds = (behindProxy: boolean) => (behindProxy ? 72 : 20)

/** Node's own timeouts, as options of Fastify. */
export const connectionTimeouts = (behindProxy: boolean) => ({
  requestTimeout: uploadSeconds * 1000,
  connectionTimeout: silentSeconds * 1000,
  keepAliveTimeout: idleSeconds(behindProxy) * 1000,
  http: {
    headersTimeout: 10_000,
    // Node looks for late headers every 30 s unless it is told otherwise.
    connectionsCheckingInterval: 2000,
  },
})

interface Limits {
  /** A body, all of it. */
  bodySeconds: number
  /** A body of which nothing comes. */
  silentBodySeconds: number
  /** An answer that the reader takes slowly, from when it was asked for. */
  answerSeconds: number
  /** Requests of one network whose bodies have not arrived. */
  unfinished: number
  connections: number
}

const usual: Limits = { bodySeconds: 25, silentBodySeconds: 5, answerSeconds: 30, unfinished: 20, connections: 10_000 }

/** Uploads take their time. Those of documents need an address that was given out, which is checked before the first byte is read. */
const isUpload = (route: string | undefined) =>
  route?.startsWith('/api/objects/upload/') === true || route?.startsWith('/api/verification') === true

/** @param isLong whether answers of a route may take as long as they are read: streams and files */
export function limitConnections(
  app: FastifyInstance,
  isLong: (route: string | undefined) => boolean,
  limits: Partial<Limits> = {},
): void {
  const { bodySeconds, silentBodySeconds, answerSeconds, unfinished, connections } = { ...usual, ...limits }
  app.server.maxConnections = connections
  closeUnusedConnections(app)
  const unfinishedOf = new Map<string, number>()

  app.addHook('onRequest', (request, reply, done) => {
    // A request that a test injects has no connection.
    if (!(request.raw.socket instanceof Socket)) return done()
    const route = request.routeOptions.url
    if (!isLong(route) && !isUpload(route)) {
      const timer = setTimeout(() => request.raw.destroy(), answerSeconds * 1000).unref()
      reply.raw.once('finish', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    if (!hasBody(request) || route?.startsWith('/api/objects/upload/')) return done()
    const network = networkOf(request.ip)
    const before = unfinishedOf.get(network) ?? 0
    if (before >= unfinished) {
      reply.header('connection', 'close')
      return done(
        new DomainError(
          'too-many',
          'Too many unfinished requests came from your network. Please try again in a moment.',
          {
            retryAfterSeconds: 5,
          },
        ),
      )
    }
    unfinishedOf.set(network, before + 1)
    const endWait = isUpload(route) ? () => {} : waitForBody(request)
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      endWait()
      const left = (unfinishedOf.get(network) ?? 1) - 1
      if (left === 0) unfinishedOf.delete(network)
      else unfinishedOf.set(network, left)
    }
    request.raw.once('end', over).once('close', over)
    done()
  })

  /** Ends the connection if the body is late, or if nothing of it comes. Answers what ends the wait. */
  function waitForBody({ raw }: FastifyRequest): () => void {
    const late = setTimeout(() => raw.destroy(), bodySeconds * 1000).unref()
    // Without a listener for it, Node closes a connection that timed out.
    raw.socket.setTimeout(silentBodySeconds * 1000)
    return () => {
      clearTimeout(late)
      raw.socket.setTimeout(app.server.timeout)
    }
  }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Browsers open connections ahead of use. To Node one that never carried a request is not idle, so that a clean stop would wait for it:
 * such connections end at once when the app closes.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => void unused.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
