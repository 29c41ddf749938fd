// The backup, restore, and verify commands, from and to each kind of place, while people write.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { S3Settings } from '../../../server/file-storage/file-store.ts'
import { type Databases, type DatabaseServer, openDatabases } from '../../instances/database.ts'
import { firstFolder, messagesIn, startWriting } from '../../instances/writers.ts'
import { startPortal } from '../../running-portal.ts'
import { s3Environment, startS3Server } from '../../s3-server.ts'
import { hasSwift, makeBucket, startSwift } from '../../swift.ts'
import { isFull, measured } from '../measured.ts'
import { rowsOf, runCommand, sendDocument, signIn } from './client.ts'

type Kind = 'its own PostgreSQL and disk' | 'DATABASE_URL and S3'
type Settings = NodeJS.ProcessEnv & { DATA_DIR: string }

let folder: string
let databases: Databases
let server: DatabaseServer
const stores: Awaited<ReturnType<typeof startS3Server | typeof startSwift>>[] = []
let places = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  databases = await openDatabases()
  server = await databases.make()
})

afterAll(async () => {
  for (const store of stores) await store.stop()
  await server.stop()
  await databases.remove()
  await rm(folder, { recursive: true, force: true })
})

async function newPlace(kind: Kind): Promise<Settings> {
  const name = `place_${++places}`
  const here = { DATA_DIR: join(folder, name) }
  await mkdir(here.DATA_DIR, { mode: 0o711 })
  if (kind === 'its own PostgreSQL and disk') return here
  await server.query(`create database ${name}`)
  const bucket = await newBucket(`bucket-${places}`)
  return {
    ...here,
    DATABASE_URL: `postgres://portal@127.0.0.1:${server.port}/${name}`,
    ...s3Environment(bucket),
  }
}

/** In one Swift, which takes long to start, or on a server of its own. */
async function newBucket(bucket: string): Promise<S3Settings> {
  if (hasSwift && stores[0] !== undefined) {
    const settings = { ...stores[0].settings, bucket }
    await makeBucket(settings)
    return settings
  }
  const store = await (hasSwift ? startSwift(bucket) : startS3Server(bucket))
  stores.push(store)
  return store.settings
}

async function backUpWhileBusy(kind: Kind) {
  const settings = await newPlace(kind)
  const portal = await startPortal({ ...settings, DEMO: 'on' }, settings.DATA_DIR)
  try {
    const client = await signIn(portal.url, 'client')
    const folderId = await firstFolder(client)
    const writing = startWriting(client, folderId)
    const saved = (count: number) =>
      expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count)
    const documents = Promise.all(
      Array.from({ length: 12 }, (_, n) => sendDocument(client, folderId, `Paper ${n}.pdf`)),
    )
    await saved(40)
    const acknowledged = [...writing.acknowledged]
    const backups = `${settings.DATA_DIR}-backups`
    const ended = await runCommand('backup', ['--to', backups, '--with-key'], settings)
    expect(ended.code, ended.output).toBe(0)
    const savedDuring = writing.acknowledged.length - acknowledged.length
    expect(savedDuring).toBeGreaterThan(0)
    await saved(acknowledged.length + savedDuring + 10)
    await writing.stop()
    expect(new Set(await documents)).toEqual(new Set([201]))
    const verified = await runCommand('verify', [], settings)
    expect(verified.code, verified.output).toBe(0)
    const [name = ''] = (await readdir(backups)).filter((each) => !each.endsWith('.unfinished'))
    const { rowsDigest, trail: auditLog } = JSON.parse(await readFile(join(backups, name, 'manifest.json'), 'utf8'))
    return {
      backups,
      rowsDigest,
      head: `link ${auditLog.seq}, ${auditLog.hash}`,
      acknowledged,
      savedDuring,
      seconds: ended.seconds,
    }
  } finally {
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
  }
}

/** A backup is independent of its origin: full runs cover each kind to each kind. */
const ways: [Kind, Kind[]][] = [
  ['its own PostgreSQL and disk', ['DATABASE_URL and S3', 'its own PostgreSQL and disk']],
  ['DATABASE_URL and S3', ['its own PostgreSQL and disk', 'DATABASE_URL and S3']],
]

describe.each(ways)('H8: a backup of %s created while people write', (from, all) => {
  it('is restored with the same digest, and a damaged copy of it is refused', { timeout: 600_000 }, async (test) => {
    const source = await backUpWhileBusy(from)
    for (const to of isFull ? all : all.slice(0, 1)) {
      const settings = await newPlace(to)
      const restored = await runCommand('restore', ['--from', source.backups], settings)
      expect(restored.code, restored.output).toBe(0)
      const verified = await runCommand('verify', [], settings)
      expect(verified.code, verified.output).toBe(0)
      expect(verified.output).toContain(source.rowsDigest)
      expect(verified.output).toContain(source.head)
      const portal = await startPortal({ ...settings, DEMO: 'on' }, settings.DATA_DIR)
      const client = await signIn(portal.url, 'client')
      const there = await messagesIn(client, await firstFolder(client))
      process.kill(portal.pid, 'SIGTERM')
      await portal.ended
      expect(there).toEqual(expect.arrayContaining(source.acknowledged))
    }
    measured(
      test,
      `${from}: backed up in ${source.seconds.toFixed(1)} s while ${source.savedDuring} messages were saved`,
    )

    const [name = ''] = await readdir(source.backups)
    const copy = `${source.backups}-damaged`
    await cp(source.backups, copy, { recursive: true })
    const table = join(copy, name, 'database/messages.jsonl.gz')
    const bytes = await readFile(table)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(table, bytes)
    const empty = await newPlace('its own PostgreSQL and disk')
    const refused = await runCommand('restore', ['--from', copy], empty)
    expect([refused.code, refused.output.includes('messages.jsonl.gz')]).toEqual([1, true])
    expect(await readdir(empty.DATA_DIR)).toEqual([])
  })
})

it('G7: verify finds nothing next to a running portal, and names a row that was changed manually', async (test) => {
  const portal = await startPortal({ DEMO: 'on' })
  onTestFinished(() => portal.stop())
  const client = await signIn(portal.url, 'client')
  const folderId = await firstFolder(client)
  for (let n = 0; n < 3; n++) expect(await sendDocument(client, folderId, `Paper ${n}.pdf`)).toBe(201)
  const settings = { DATA_DIR: portal.dataDir }
  const whole = await runCommand('verify', [], settings)
  measured(test, `${whole.output.split('✓').length - 1} rules hold`)
  expect(whole.code, whole.output).toBe(0)
  await rowsOf(
    portal.dataDir,
    "update documents set sha256 = repeat('0', 64) where id = (select id from documents order by id desc limit 1)",
  )
  const broken = await runCommand('verify', [], settings)
  expect([broken.code, broken.output.includes('✗')]).toEqual([1, true])
})
