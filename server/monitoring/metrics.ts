// GET /metrics, for Prometheus: this instance's counters and the queues. Numbers only: no names, ids, or addresses.
import { X509Certificate, createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { diskOf, recorded } from './measures.ts'

const loopResolution = 20

/** Requires the token; without it the reply is a 404, as if METRICS were not set. */
export function metricsRoute(app: FastifyInstance, context: AppContext): void {
  const { metrics: token } = context.config
  if (token === undefined) return
  const requests = countRequests(app)
  const loop = monitorEventLoopDelay({ resolution: loopResolution })
  loop.enable()
  app.addHook('onClose', async () => void loop.disable())

  app.get('/metrics', async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) return reply.callNotFound()
    const registry = Registry.merge([requests, await measured(context, loop)])
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isBearer = (header: string | undefined, token: string) =>
  header !== undefined && timingSafeEqual(digest(header), digest(`Bearer ${token}`))

/** Streams stay open as long as a tab does, so their duration means nothing. */
const streams = new Set(['/api/events'])

function countRequests(app: FastifyInstance): Registry {
  const registers = [new Registry()]
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Responses, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time to the end of the response.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    // One series for all unknown addresses: clients must not be able to create labels.
    const labels = url === undefined ? { method: 'any', route: 'none' } : { method: request.method, route: url }
    requests.inc({ ...labels, status: reply.statusCode })
    if (!streams.has(labels.route)) durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  return registers[0] as Registry
}

/** Measured for each scrape in a separate registry: unknown values are left out rather than reported as zero. */
async function measured(
  { config, db, live }: AppContext,
  loop: ReturnType<typeof monitorEventLoopDelay>,
): Promise<Registry> {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, value: number) => new Gauge({ name, help, registers }).set(value)
  const gauges = (name: string, help: string, label: string, values: Record<string, number>) => {
    const each = new Gauge({ name, help, labelNames: [label], registers })
    for (const [text, value] of Object.entries(values)) each.set({ [label]: text }, value)
  }

  const { totalCount, idleCount, waitingCount } = db.pool
  gauges('portal_database_connections', 'Connections of the pool, in use and idle.', 'state', {
    busy: totalCount - idleCount,
    idle: idleCount,
  })
  gauge('portal_database_waiting', 'Calls waiting for a connection.', waitingCount)
  gauge('portal_live_connections', 'Open tabs that listen to this instance.', live.listeners)
  const { heapUsed, external, rss } = process.memoryUsage()
  gauges('portal_memory_bytes', 'Memory of the process, by kind.', 'kind', { resident: rss, heap: heapUsed, external })
  const cpu = new Counter({
    name: 'portal_cpu_seconds_total',
    help: 'CPU time of the process.',
    labelNames: ['mode'],
    registers,
  })
  for (const [mode, microseconds] of Object.entries(process.cpuUsage())) cpu.inc({ mode }, microseconds / 1e6)
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - loopResolution / 1000) || 0
  gauges('portal_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', 'quantile', {
    0.5: seconds(loop.percentile(50)),
    0.99: seconds(loop.percentile(99)),
    1: seconds(loop.max),
  })
  loop.reset()

  const [disk, found] = await Promise.all([
    diskOf(config.dataDir),
    // An unreachable database is worth monitoring, so the other metrics are reported anyway.
    recorded(db, config.sealP12 !== undefined).catch(() => null),
  ])
  gauge('portal_up', '1 while the database responds.', found === null ? 0 : 1)
  if (disk !== null) gauge('portal_disk_free_bytes', 'Free space on the disk of DATA_DIR.', disk.free)
  if (found === null) return registry
  const since = (at: Date | string | null) => (at === null ? 0 : (db.now.getTime() - new Date(at).getTime()) / 1000)
  gauge('portal_database_bytes', 'Size of the database.', found.databaseBytes)
  gauge('portal_jobs_waiting', 'Jobs that are due.', found.jobsQueued)
  gauge('portal_jobs_oldest_seconds', 'How long the oldest due job has waited; 0 for none.', since(found.oldestJobDue))
  gauge('portal_jobs_failed', 'Jobs that failed on every attempt.', found.jobsFailed)
  gauge('portal_outbox_waiting', 'Emails waiting for the mail server.', found.emailsQueued)
  gauge(
    'portal_outbox_oldest_seconds',
    'How long the oldest of them has waited; 0 for none.',
    since(found.oldestEmailQueued),
  )
  gauge('portal_audit_log_unlinked', 'Audit entries that are not in the hash chain yet.', found.unlinked)
  if (found.lastBackup !== null)
    gauge('portal_backup_age_seconds', 'Time since the last backup; absent if there is none.', since(found.lastBackup))
  if (found.sealCertificate !== null)
    gauge(
      'portal_seal_certificate_seconds',
      'Time until the seal certificate expires.',
      -since(new X509Certificate(found.sealCertificate).validToDate),
    )
  return registry
}
