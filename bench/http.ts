// Requests per second and CPU per request of the portal's hot routes, compared with the peer and the bare limit on the same
// PostgreSQL, in one run.
// Usage: PEERS=../shared/peers node bench/http.ts [--rounds 5] [--seconds 3]
// Needs a build (npm run build). Permission checks, audit, and live notices are on, as always.
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/passwords/hashing.ts'
import { startPostgres } from '../server/embedded-postgres/supervisor.ts'
import { needBuild, needFolder } from './needs.ts'
import { memoryOf, startPortal } from './portal.ts'
import { benchPassword, seedBench } from './seed.ts'

const root = join(import.meta.dirname, '..')
const peersFrom = process.env.PEERS ?? join(root, '../shared/peers')
needBuild()
needFolder(peersFrom, 'Set PEERS to the folder of the peers.')
const port = 4390
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
const peers = join(folder, 'peers')
await cp(peersFrom, peers, { recursive: true })
execFileSync('chmod', ['-R', 'u+w', peers])
execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: peers, stdio: 'inherit' })

const postgres = await startPostgres({
  dataDir: join(folder, 'data'),
  log: { debug() {}, warn: (message) => process.stderr.write(`${message}\n`) },
})
const { host, user } = postgres.connection
const url = (database: string) => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
const admin = new pg.Client(url('postgres'))
await admin.connect()
for (const database of ['peers', 'bench']) await admin.query(`create database ${database}`)
await admin.end()

execFileSync(process.execPath, ['seed.mjs'], {
  cwd: peers,
  env: { ...process.env, DATABASE_URL: url('peers') },
  stdio: 'inherit',
})
await migrate({ connectionString: url('bench') }, join(root, 'server/migrations'))
const { folderIds } = await seedBench({ connectionString: url('bench') }, await hashPassword(benchPassword))

const portal = await startPortal(url('bench'), port)

const targets = JSON.parse(await readFile(join(peers, 'targets.json'), 'utf8')) as object[]
targets.push({
  name: 'portal',
  url: portal.base,
  pid: portal.pid,
  // Staff 1 is assigned every fiftieth folder and request; the posts go to folders of others, as an administrator.
  login: { path: '/api/login', body: { username: 'user1', password: benchPassword } },
  routes: {
    me: '/api/user',
    list: '/api/service-requests',
    'list-messages': `/api/client-folders/${folderIds[0]}/messages`,
    dashboard: '/api/dashboard',
    search: '/api/service-requests?q=number%2077',
    comment: {
      method: 'POST',
      path: `/api/client-folders/{id}/messages`,
      body: { content: 'a comment' },
      as: { username: 'user0', password: benchPassword },
      ids: folderIds.slice(10, 100),
    },
  },
})
// bench.mjs generates numeric ids; ours are UUIDs, so that line gets the list unchanged.
const runner = (await readFile(join(peers, 'bench.mjs'), 'utf8')).replace(
  'const requests = [];',
  'const requests = Array.isArray(r.ids) ? r.ids.map((id) => ({ path: r.path.replace("{id}", id) })) : [];\n  if (!Array.isArray(r.ids))',
)
await writeFile(join(peers, 'bench.mjs'), runner)
await writeFile(join(peers, 'with-portal.json'), JSON.stringify(targets))
const idle = await memoryOf(portal.pid)
try {
  const out = execFileSync(process.execPath, ['bench.mjs', 'with-portal.json', ...process.argv.slice(2)], {
    cwd: peers,
    env: { ...process.env, DATABASE_URL: url('peers'), PGPID: String(postgres.pid) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e7,
  })
  const text = [
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${process.argv.slice(2).join(' ') || 'default rounds'}`,
    out,
    `portal memory: ${idle.toFixed(0)} MB idle, ${(await memoryOf(portal.pid)).toFixed(0)} MB after`,
  ].join('\n')
  process.stdout.write(`${text}\n`)
} finally {
  await portal.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write('Done: nothing of this bench is left running.\n')
