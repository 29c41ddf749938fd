// GET /metrics, for Prometheus: what this instance did, and how much waits. Numbers alone: no names, no ids, no addresses.
import { X509Certificate, createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Parts } from '../app-context.ts'
import { diskOf, recorded } from './measures.ts'
import { contentType, type Family, sample, type Sample, written } from './prometheus.ts'
import { countRequests, noteRequests } from './requests.ts'

const families: Family[] = [
  { name: 'portal_http_requests_total', type: 'counter', help: 'Answers, by route and status.' },
  { name: 'portal_http_request_duration_seconds', type: 'histogram', help: 'Time to the end of the answer.' },
  { name: 'portal_up', type: 'gauge', help: '1 while the database answers.' },
  { name: 'portal_database_connections', type: 'gauge', help: 'Connections of the pool, in use and idle.' },
  { name: 'portal_database_waiting', type: 'gauge', help: 'Calls that wait for a connection.' },
  { name: 'portal_database_bytes', type: 'gauge', help: 'Size of the database.' },
  { name: 'portal_jobs_waiting', type: 'gauge', help: 'Jobs that are due.' },
  { name: 'portal_jobs_oldest_seconds', type: 'gauge', help: 'How long the oldest due job has waited; 0 for none.' },
  { name: 'portal_jobs_failed', type: 'gauge', help: 'Jobs that were given up.' },
  { name: 'portal_outbox_waiting', type: 'gauge', help: 'Letters that wait for the mail server.' },
  { name: 'portal_outbox_oldest_seconds', type: 'gauge', help: 'How long the oldest of them has waited; 0 for none.' },
  { name: 'portal_live_connections', type: 'gauge', help: 'Open tabs that listen to this instance.' },
  { name: 'portal_disk_free_bytes', type: 'gauge', help: 'Free where DATA_DIR is.' },
  {
    name: 'portal_event_loop_delay_seconds',
    type: 'gauge',
    help: 'Delay of the event loop since it was last asked for.',
  },
  { name: 'portal_memory_bytes', type: 'gauge', help: 'Memory of the process, by kind.' },
  { name: 'portal_cpu_seconds_total', type: 'counter', help: 'CPU time of the process.' },
  { name: 'portal_seal_certificate_seconds', type: 'gauge', help: 'Time until the certificate of the seal ends.' },
  {
    name: 'portal_backup_age_seconds',
    type: 'gauge',
    help: 'Time since the last back-up; absent when there was none.',
  },
  { name: 'portal_trail_unlinked', type: 'gauge', help: 'Entries of the trail that are not in the chain yet.' },
]

const loopResolution = 20

/** Answers to whoever has the token; to everybody else there is nothing here, as where METRICS is not set. */
export function metricsRoute(app: FastifyInstance, parts: Parts): void {
  const { metrics: token } = parts.config
  if (token === undefined) return
  const counts = countRequests()
  noteRequests(app, counts)
  const loop = monitorEventLoopDelay({ resolution: loopResolution })
  loop.enable()
  app.addHook('onClose', async () => void loop.disable())

  app.get('/metrics', async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) return reply.callNotFound()
    const samples = [...counts.samples(), ...ownSamples(parts), ...loopSamples(), ...(await asked(parts))]
    return reply.header('cache-control', 'no-store').type(contentType).send(written(families, samples))
  })

  function loopSamples(): Sample[] {
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - loopResolution / 1000) || 0
    const name = 'portal_event_loop_delay_seconds'
    const samples = [50, 99].map((each) =>
      sample(name, seconds(loop.percentile(each)), { quantile: String(each / 100) }),
    )
    samples.push(sample(name, seconds(loop.max), { quantile: '1' }))
    loop.reset()
    return samples
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isBearer = (header: string | undefined, token: string) =>
  header !== undefined && timingSafeEqual(digest(header), digest(`Bearer ${token}`))

function ownSamples({ db, live }: Parts): Sample[] {
  const { heapUsed, external, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { totalCount, idleCount, waitingCount } = db.pool
  return [
    sample('portal_database_connections', totalCount - idleCount, { state: 'busy' }),
    sample('portal_database_connections', idleCount, { state: 'idle' }),
    sample('portal_database_waiting', waitingCount),
    sample('portal_live_connections', live.listeners),
    sample('portal_memory_bytes', rss, { kind: 'resident' }),
    sample('portal_memory_bytes', heapUsed, { kind: 'heap' }),
    sample('portal_memory_bytes', external, { kind: 'external' }),
    sample('portal_cpu_seconds_total', user / 1e6, { mode: 'user' }),
    sample('portal_cpu_seconds_total', system / 1e6, { mode: 'system' }),
  ]
}

/** A database that is away is what one watches for: the rest is told all the same. */
async function asked({ config, db }: Parts): Promise<Sample[]> {
  const [disk, found] = await Promise.all([
    diskOf(config.dataDir),
    recorded(db, config.sealP12 !== undefined).catch(() => null),
  ])
  const samples = [sample('portal_up', found === null ? 0 : 1)]
  if (disk !== null) samples.push(sample('portal_disk_free_bytes', disk.free))
  if (found === null) return samples
  const since = (at: Date | string | null) => (at === null ? 0 : (db.now.getTime() - new Date(at).getTime()) / 1000)
  samples.push(
    sample('portal_database_bytes', found.databaseBytes),
    sample('portal_jobs_waiting', found.jobsWaiting),
    sample('portal_jobs_oldest_seconds', since(found.oldestJobDue)),
    sample('portal_jobs_failed', found.jobsFailed),
    sample('portal_outbox_waiting', found.lettersQueued),
    sample('portal_outbox_oldest_seconds', since(found.oldestLetterQueued)),
    sample('portal_trail_unlinked', found.unlinked),
  )
  if (found.lastBackup !== null) samples.push(sample('portal_backup_age_seconds', since(found.lastBackup)))
  if (found.sealCertificate !== null)
    samples.push(
      sample('portal_seal_certificate_seconds', -since(new X509Certificate(found.sealCertificate).validToDate)),
    )
  return samples
}
