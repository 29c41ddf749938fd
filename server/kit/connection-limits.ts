// Timeouts of connections, and the number of connections with unfinished requests per address. Node's own timeouts do
// most of it; route-specific ones are here (docs/decisions/0132).
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../../domain/errors.ts'
import { networkOf } from './rate-limit.ts'
import { openSlots } from './slots.ts'

/**
 * Node has one timeout for all requests, so it is set for the longest: 200 MB over a slow line, in parts of up to 100
 * MB.
 */
const uploadSeconds = 300
/** Timeout of an inactive connection. Live notices have a heartbeat every 25 s. */
const silentSeconds = 29
/**
 * Keep-alive timeout. A proxy keeps connections open for a minute and must not find them closed; a browser opens a new
 * one.
 */
const idleSeconds = (behindProxy: boolean) => (behindProxy ? 72 : 20)

/** Node's timeouts, as Fastify options. */
export const connectionTimeouts = (behindProxy: boolean) => ({
  requestTimeout: uploadSeconds * 1000,
  connectionTimeout: silentSeconds * 1000,
  keepAliveTimeout: idleSeconds(behindProxy) * 1000,
  http: {
    headersTimeout: 10_000,
    // By default Node checks for late headers only every 30 s.
    connectionsCheckingInterval: 2000,
  },
})

interface Limits {
  /** For the complete body. */
  bodySeconds: number
  /** For a body of which nothing arrives. */
  silentBodySeconds: number
  /** For a reply that the client reads slowly, from the start of the request. */
  answerSeconds: number
  /** Requests from one network whose bodies have not arrived. */
  unfinished: number
  connections: number
  /** Open connections from one network. Infinity behind a proxy, whose connections are those of everyone. */
  connectionsOfNetwork: number
  /** Addresses whose connections are not counted by network. */
  isExempt: (address: string) => boolean
}

/** A proxy on this machine that no setting names, and commands of an operator. */
const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

const defaultLimits: Limits = {
  bodySeconds: 25,
  silentBodySeconds: 5,
  answerSeconds: 30,
  unfinished: 20,
  connections: 10_000,
  // An office of forty people, each with the six connections that a browser opens over HTTP/1.1.
  connectionsOfNetwork: 250,
  isExempt: isLoopback,
}

const tooManyUnfinished = () =>
  new DomainError('too-many', 'There are too many unfinished requests from your network. Try again in a moment.', {
    retryAfterSeconds: 5,
  })

/**
 * Uploads take time. Document uploads need a previously issued address, which is checked before the first byte is read.
 */
const isUpload = (route: string | undefined) =>
  route?.startsWith('/api/objects/upload/') === true || route?.startsWith('/api/verification') === true

/** @param isLong whether replies of a route may take as long as they are read: streams and files */
export function limitConnections(
  app: FastifyInstance,
  isLong: (route: string | undefined) => boolean,
  limits: Partial<Limits> = {},
): void {
  const { bodySeconds, silentBodySeconds, answerSeconds, unfinished, connections, connectionsOfNetwork, isExempt } = {
    ...defaultLimits,
    ...limits,
  }
  app.server.maxConnections = connections
  if (connectionsOfNetwork !== Infinity) limitConnectionsOfNetwork(app, connectionsOfNetwork, isExempt)
  closeUnusedConnections(app)
  const unfinishedOf = openSlots(unfinished)

  app.addHook('onRequest', (request, reply, done) => {
    // A request injected by a test has no connection.
    if (!(request.raw.socket instanceof Socket)) return done()
    const route = request.routeOptions.url
    if (!isLong(route) && !isUpload(route)) {
      const timer = setTimeout(() => request.raw.destroy(), answerSeconds * 1000).unref()
      reply.raw.once('finish', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    if (!hasBody(request) || route?.startsWith('/api/objects/upload/')) return done()
    const free = unfinishedOf.take(networkOf(request.ip))
    if (free === null) {
      reply.header('connection', 'close')
      return done(tooManyUnfinished())
    }
    const endWait = isUpload(route) ? () => {} : waitForBody(request)
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      endWait()
      free()
    }
    request.raw.once('end', over).once('close', over)
    done()
  })

  /** Closes the connection if the body is late or stalls. Returns a function that ends the wait. */
  function waitForBody({ raw }: FastifyRequest): () => void {
    const late = setTimeout(() => raw.destroy(), bodySeconds * 1000).unref()
    // Node closes a timed-out connection unless something listens for the event.
    raw.socket.setTimeout(silentBodySeconds * 1000)
    return () => {
      clearTimeout(late)
      raw.socket.setTimeout(app.server.timeout)
    }
  }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes a connection above the limit right away, before anything of it is read. */
function limitConnectionsOfNetwork(app: FastifyInstance, max: number, isExempt: Limits['isExempt']): void {
  const openOf = openSlots(max)
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isExempt(address)) return
    const free = openOf.take(networkOf(address))
    if (free === null) return void socket.destroy()
    socket.once('close', free)
  })
}

/**
 * Browsers open connections in advance. Node does not count a connection without a request as idle, so a graceful
 * shutdown would wait for it: such connections are closed right away when the app closes.
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
