// How long from a signature to its sealed copy, and what that does to the others: lists are read at a steady rate, in turns alone,
// while one contract and document after another is signed and sealed, and while a process that does nothing for the portal uses as
// much of the processors as printing and sealing do, at their priority and at the lowest: what no portal on this machine could avoid.
//   node bench/sealing.ts [seconds] [rounds]       needs a build; writes bench/results/sealing.txt
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/kit/passwords.ts'
import { startPostgres } from '../server/kit/postgres.ts'
import { pdfOfSize } from '../tests/samples.ts'
import { at, cpuOf, signIn, startPortal } from './portal.ts'
import { benchPassword, seedBench } from './seed.ts'

const root = join(import.meta.dirname, '..')
const seconds = Number(process.argv[2] ?? 12)
const rounds = Number(process.argv[3] ?? 3)
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
  await client('POST', `${path}/signature`, { consent: true, kind: 'typed', name: 'User Number 51', password: benchPassword })
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

/** Those that print and seal. */
async function helpers(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return pids.filter((_, i) => Number(/\) \S (\d+)/.exec(parents[i] ?? '')?.[1]) === portal.pid).map(Number)
}
const cpuOfHelpers = async () => {
  const each = await Promise.all((await helpers()).map(cpuOf))
  return each.reduce((sum, cpu) => sum + cpu, 0)
}

/** Busy for so long in each second. */
async function occupied<T>(milliseconds: number, priority: number, work: () => Promise<T>): Promise<T> {
  const busy = `setInterval(() => { const end = performance.now() + ${milliseconds}; while (performance.now() < end); }, 1000)`
  const hog = spawn(process.execPath, ['-e', busy], { stdio: 'ignore' })
  if (hog.pid !== undefined) setPriority(hog.pid, priority)
  try {
    return await work()
  } finally {
    hog.kill()
  }
}

const middle = (numbers: number[]) =>
  at(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )
const shares = [0.5, 0.95, 0.99, 1]
const sorted = (times: number[]) => times.toSorted((a, b) => a - b)
/** The middle of the rounds, for each share of the requests. */
const figures = (all: number[][]) => shares.map((share) => middle(all.map((times) => at(sorted(times), share))))
const line = (name: string, all: number[][]) => {
  const [p50 = 0, p95 = 0, p99 = 0, most = 0] = figures(all).map((figure) => figure.toFixed(1).padStart(7))
  return `${name.padEnd(48)} p50 ${p50}  p95 ${p95}  p99 ${p99}  max ${most}  (${all.flat().length})`
}
const ratio = (of: number[][], to: number[][]) => {
  const [p50, , p99] = shares.map((share) =>
    middle(of.map((times, round) => at(sorted(times), share) / at(sorted(to[round] ?? []), share))).toFixed(2),
  )
  return `p50 ${p50}  p99 ${p99}`
}

/** What is signed one after the other: what a day brings, and the largest file there may be each fourth time. */
const mixes = {
  'contracts and documents of 60 kB': ['contract', 'small', 'contract', 'small'],
  'a document of 10 MB each fourth time': ['contract', 'small', 'contract', 'large'],
} as const
type Kind = (typeof mixes)[keyof typeof mixes][number]
type Mix = keyof typeof mixes

async function waitingFor(mix: Mix): Promise<{ kind: Kind; path: string }[]> {
  const waiting: { kind: Kind; path: string }[] = []
  for (let n = 0; n < seconds; n++) {
    const kind = mixes[mix][n % mixes[mix].length] ?? 'contract'
    const path = kind === 'contract' ? makers.contract() : makers.document(kind === 'small' ? 60_000 : 10_000_000)
    waiting.push({ kind, path: await path })
  }
  return waiting
}

try {
  await timeOfSealing(await makers.contract()) // starts the typesetter and makes the key

  const sealing: Record<Kind, number[]> = { contract: [], small: [], large: [] }
  const alone: number[][] = []
  const beside: Record<Mix, number[][]> = {
    'contracts and documents of 60 kB': [],
    'a document of 10 MB each fourth time': [],
  }
  const besideBusy: number[][] = []
  const besideLow: number[][] = []
  let helped = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(await readLists())
    for (const mix of Object.keys(mixes) as Mix[]) {
      const waiting = await waitingFor(mix)
      const before = await cpuOfHelpers()
      const reading = readLists()
      for (const { kind, path } of waiting) {
        const next = new Promise((go) => setTimeout(go, 1000))
        sealing[kind].push(await timeOfSealing(path))
        await next
      }
      beside[mix].push(await reading)
      helped = ((await cpuOfHelpers()) - before) / seconds
    }
    besideBusy.push(await occupied(helped, constants.priority.PRIORITY_NORMAL, readLists))
    besideLow.push(await occupied(helped, constants.priority.PRIORITY_LOW, readLists))
  }
  const text = [
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${execFileSync('uptime', { encoding: 'utf8' }).trim()}`,
    `Milliseconds, medians of ${rounds} rounds. ${ratePerSecond} lists a second for ${seconds} s; a signature each second beside them.`,
    `Printing and sealing used ${helped.toFixed(0)} ms of the processors for each, and as much the process that does nothing.`,
    line('GET /api/client-folders, alone', alone),
    ...Object.entries(beside).map(([mix, times]) => line(`sealing ${mix}`, times)),
    line('GET /api/client-folders, beside a busy process', besideBusy),
    line('the same, of the lowest priority', besideLow),
    ...Object.entries(beside).flatMap(([mix, times]) => [
      `sealing ${mix} / alone: ${ratio(times, alone)}`,
      `sealing ${mix} / beside a busy process: ${ratio(times, besideBusy)}`,
    ]),
    line('signature to sealed contract', [sealing.contract]),
    line('signature to sealed document of 60 kB', [sealing.small]),
    line('signature to sealed document of 10 MB', [sealing.large]),
  ].join('\n')
  await mkdir(join(root, 'bench/results'), { recursive: true })
  await writeFile(join(root, 'bench/results/sealing.txt'), `${text}\n`)
  process.stdout.write(`${text}\n`)
} finally {
  await portal.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
