// How long from a signature to its sealed copy, and what that does to the others: lists are read at a steady rate, first alone, then
// while one contract and document after another is signed and sealed.
//   node bench/sealing.ts [seconds]       needs a build; writes bench/results/sealing.txt
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/kit/passwords.ts'
import { startPostgres } from '../server/kit/postgres.ts'
import { pdfOfSize } from '../tests/samples.ts'
import { signIn, startPortal } from './portal.ts'
import { benchPassword, seedBench } from './seed.ts'

const root = join(import.meta.dirname, '..')
const seconds = Number(process.argv[2] ?? 20)
const ratePerSecond = 60
const port = 4396
const url = `http://127.0.0.1:${port}`
const folder = await mkdtemp(join(tmpdir(), 'portal-sealing-'))
const postgres = await startPostgres({
  dataDir: join(folder, 'data'),
  log: { debug() {}, warn: (message) => process.stderr.write(`${message}\n`) },
})
const { host, user } = postgres.connection
const database = (name: string) => `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
const admin = new pg.Client(database('postgres'))
await admin.connect()
await admin.query('create database bench')
await admin.end()
await migrate({ connectionString: database('bench') }, join(root, 'server/migrations'))
const { folderIds } = await seedBench({ connectionString: database('bench') }, await hashPassword(benchPassword))

const portal = await startPortal(database('bench'), port)

interface Thing {
  id: string
  objectPath: string
  uploadURL: string
  signature: { sealedAt: string | null } | null
}

async function callerOf(username: string) {
  const cookie = await signIn(url, username)
  const headers = { 'content-type': 'application/json' }
  return async (method: string, path: string, json?: object): Promise<Thing> => {
    const sent = await fetch(url + path, {
      method,
      headers: { cookie, ...(json === undefined ? {} : headers) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await sent.text()
    if (!sent.ok) throw new Error(`${method} ${path}: ${sent.status} ${text}`)
    return (text.startsWith('{') ? JSON.parse(text) : null) as Thing
  }
}

const office = await callerOf('user0')
const client = await callerOf('user51')
const reader = await callerOf('user1')
const clientFolderId = folderIds[0] as string

/** A new thing to sign, of either kind, opened by the client. */
const makers = {
  async contract() {
    const sum = { totalValue: 450_000, startDate: '2027-01-01' }
    const who = { clientFolderId, clientName: 'User Number 51', clientEmail: 'user51@example.com' }
    const { id } = await office('POST', '/api/contracts', { ...who, ...sum })
    await client('GET', `/api/contracts/${id}/pdf`)
    return `/api/contracts/${id}`
  },
  async document(size: number) {
    const bytes = pdfOfSize(size)
    const { uploadURL } = await office('POST', '/api/objects/upload', {})
    await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
    const named = { fileName: 'a.pdf', originalName: 'a.pdf', fileSize: size, mimeType: 'application/pdf' }
    const more = { documentURL: uploadURL, clientFolderId, requiresSignature: true }
    const { id, objectPath } = await office('PUT', '/api/documents', { ...named, ...more })
    await client('GET', objectPath)
    return `/api/documents/${id}`
  },
}

/** Milliseconds from the answer to the signature until the sealed copy is there. */
async function timeOfSealing(path: string): Promise<number> {
  await client('POST', `${path}/signature`, { consent: true, kind: 'typed', name: 'User Number 51' })
  const began = performance.now()
  while ((await client('GET', path)).signature?.sealedAt == null) await new Promise((go) => setTimeout(go, 25))
  return performance.now() - began
}

/** Latencies of a list, asked for at a steady rate whatever the answers take. */
async function readLists(): Promise<number[]> {
  const times: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * ratePerSecond; n++) {
    await new Promise((go) => setTimeout(go, Math.max(0, began + (n * 1000) / ratePerSecond - performance.now())))
    const asked = performance.now()
    times.push(reader('GET', '/api/client-folders').then(() => performance.now() - asked))
  }
  return Promise.all(times)
}

const part = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const line = (name: string, times: number[]) =>
  `${name.padEnd(44)} p50 ${part(times, 0.5).toFixed(1).padStart(7)}  p95 ${part(times, 0.95).toFixed(1).padStart(7)}  p99 ${part(times, 0.99).toFixed(1).padStart(7)}  max ${part(times, 1).toFixed(1).padStart(7)}  (${times.length})`

try {
  const kinds = ['contract', 'small', 'contract', 'large'] as const
  const waiting: { kind: (typeof kinds)[number]; path: string }[] = []
  for (let n = 0; n < seconds; n++) {
    const kind = kinds[n % kinds.length] ?? 'contract'
    const path = kind === 'contract' ? makers.contract() : makers.document(kind === 'small' ? 60_000 : 10_000_000)
    waiting.push({ kind, path: await path })
  }
  await timeOfSealing(await makers.contract()) // starts the typesetter and makes the key

  const alone = await readLists()
  const sealing = { contract: [] as number[], small: [] as number[], large: [] as number[] }
  const reading = readLists()
  for (const { kind, path } of waiting) {
    const next = new Promise((go) => setTimeout(go, 1000))
    sealing[kind].push(await timeOfSealing(path))
    await next
  }
  const beside = await reading
  const text = [
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${execFileSync('uptime', { encoding: 'utf8' }).trim()}`,
    `Milliseconds. ${ratePerSecond} lists a second for ${seconds} s; a signature each second beside them.`,
    line('GET /api/client-folders, alone', alone),
    line('GET /api/client-folders, while sealing', beside),
    line('signature to sealed contract', sealing.contract),
    line('signature to sealed document of 60 kB', sealing.small),
    line('signature to sealed document of 10 MB', sealing.large),
  ].join('\n')
  await mkdir(join(root, 'bench/results'), { recursive: true })
  await writeFile(join(root, 'bench/results/sealing.txt'), `${text}\n`)
  process.stdout.write(`${text}\n`)
} finally {
  await portal.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
