import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, type Postgres, runningConnection, startPostgres } from './supervisor.ts'

const log = { debug: () => undefined, warn: () => undefined }
let dataDir: string
/** A used data folder to copy from: creating one takes PostgreSQL half a second. */
let used: string
const open: (() => Promise<unknown> | void)[] = []

beforeAll(async () => {
  used = temporaryFolder()
  await (await startPostgres({ dataDir: used, log })).stop()
})

afterAll(() => rmSync(used, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = temporaryFolder()
})

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('H6: the embedded PostgreSQL', () => {
  test('starts on a new folder, retains what was written, and releases the folder when it stops', async () => {
    const first = await start()
    await query(first.connection, 'create table note (text text)', "insert into note values ('kept')")
    expect(await query(first.connection, 'show data_checksums', 'show fsync')).toEqual([['on'], ['on']])
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    expect(runningConnection(dataDir)).toEqual(first.connection)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(runningConnection(dataDir)).toBeUndefined()

    const second = await start()
    expect(await query(second.connection, 'select text from note')).toEqual([['kept']])
  })

  test.skipIf(process.platform !== 'linux')(
    'ends no other program that runs in its folder, whatever its pid file says',
    async () => {
      useDataFolder()
      const cluster = join(dataDir, 'postgres')
      const other = spawn('sleep', ['60'], { cwd: cluster, stdio: 'ignore' })
      open.push(() => void other.kill('SIGKILL'))
      await once(other, 'spawn')
      writeFileSync(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n`)
      const started = await start()
      expect(isAlive(other.pid!)).toBe(true)
      expect(isAlive(started.pid)).toBe(true)
      await started.stop()
      expect(isAlive(other.pid!)).toBe(true)
    },
  )

  test('sorts by code point and finds emails with non-ASCII characters', async () => {
    useDataFolder()
    const { connection } = await start()
    const answers = await query(
      connection,
      "select string_agg(t, '' order by t) from unnest(array['b', 'a', 'B', 'é']) t",
      "select upper('é') || lower('ÄÖ')",
      'create extension pg_trgm',
      "select array_to_string(show_trgm('É'), '') ~ '0x|é'",
    )
    expect(answers).toEqual([['Babé'], ['Éäö'], ['true']])
  })

  test('refuses a second portal on the same folder right away with one sentence', async () => {
    useDataFolder()
    await start()
    const { code, output, callMs } = await portal().ended
    // Measures the call alone, because the time to start a process depends on the machine's load.
    expect(callMs).toBeLessThan(2_000)
    expect(code).toBe(1)
    expect(output).toMatch(/^Another portal is already using the data folder .*\. Stop it, or set DATA_DIR/)
  })

  test('does not outlive a portal that is killed, and the next start finds every committed row', async () => {
    useDataFolder()
    const killed = portal()
    const { connection, pid } = await killed.ready
    await query(connection, 'create table note (text text)', "insert into note values ('kept')")
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = await start()
    expect(isAlive(pid)).toBe(false)
    expect(await query(next.connection, 'select text from note')).toEqual([['kept']])
  })

  test('stops when the portal is killed and not restarted', async () => {
    useDataFolder()
    const killed = portal()
    const { pid } = await killed.ready
    killed.child.kill('SIGKILL')
    await until(() => !isAlive(pid))
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('starts again after the portal and PostgreSQL were killed together', async () => {
    useDataFolder()
    const killed = portal()
    const { connection, pid } = await killed.ready
    await query(connection, 'create table note (text text)', "insert into note values ('kept')")
    killed.child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await killed.ended
    const next = await start()
    expect(await query(next.connection, 'select text from note')).toEqual([['kept']])
  })

  test('H4: is restarted when it alone is killed', async () => {
    useDataFolder()
    const postgres = await start()
    const before = postgres.pid
    process.kill(before, 'SIGKILL')
    await until(() => postgres.pid !== before && runningConnection(dataDir) !== undefined)
    expect(await query(postgres.connection, 'select 1')).toEqual([['1']])
  })

  test('starts despite a pid file that names an unrelated process', async () => {
    useDataFolder()
    const first = await start()
    const file = join(dataDir, 'postgres/postmaster.pid')
    const left = readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid))
    await first.stop()
    writeFileSync(file, left)
    writeFileSync(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), left)
    const second = await start()
    expect(second.pid).not.toBe(process.pid)
    expect(await query(second.connection, 'select 1')).toEqual([['1']])
  })

  test('starts over after an interrupted initdb', async () => {
    mkdirSync(join(dataDir, 'postgres.unfinished/base'), { recursive: true })
    const { connection } = await start()
    expect(await query(connection, 'select 1')).toEqual([['1']])
  })

  test('refuses a data directory of another PostgreSQL version', async () => {
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 17, and this release includes PostgreSQL 18\./)
  })

  test('works in a folder with a long name, with its socket elsewhere', async () => {
    dataDir = join(dataDir, 'a-long-name-'.repeat(9))
    const { connection } = await start()
    expect(connection.host).not.toContain('a-long-name')
    expect(await query(connection, 'select 1')).toEqual([['1']])
  })

  test.runIf(process.getuid?.() === 0)('works for root in a folder closed to others, or says why not', async () => {
    chmodSync(dataDir, 0o700)
    const postgres = await start().catch((error: unknown) => error)
    if (postgres instanceof Error) expect(postgres.message).toMatch(/^PostgreSQL does not run as root/)
    else expect(postgres).toHaveProperty('connection')
  })
})

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  chmodSync(folder, 0o711)
  return folder
}

function useDataFolder() {
  cpSync(join(used, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
}

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log })
  open.push(() => postgres.stop())
  return postgres
}

/** A portal in its own process, so that it can be killed. */
function portal() {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL('supervisor.ts', import.meta.url).href)}
    const log = { debug() {}, warn() {} }
    const began = performance.now()
    try {
      const { connection, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
      console.log(JSON.stringify({ connection, pid }))
    } catch (error) {
      console.log(error.message)
      console.log(performance.now() - began)
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const ended = once(child, 'close').then(([code]) => ({
    // once() does not type the event's arguments.
    code: code as number | null,
    output: lines[0],
    callMs: Number(lines[1]),
  }))
  open.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const ready = until(() => lines.length > 0).then(
    // Written by the script above.
    () => JSON.parse(lines[0] ?? '') as { connection: Connection; pid: number },
  )
  ready.catch(() => undefined)
  return { child, ready, ended }
}

/** The rows that the statements return, each as text. */
async function query(connection: Connection, ...statements: string[]) {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const rows: string[][] = []
    for (const text of statements) {
      const result = await client.query<unknown[]>({ text, rowMode: 'array' })
      rows.push(...result.rows.map((row) => row.map(String)))
    }
    return rows
  } finally {
    await client.end()
  }
}

async function until(condition: () => boolean) {
  for (const end = Date.now() + 20_000; !condition(); await sleep(5)) {
    if (Date.now() > end) throw new Error('It did not happen within 20 seconds.')
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
