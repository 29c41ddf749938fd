// A back-up of a portal that is being used, and what comes of it in an empty place; and every way in which one is refused.
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPortal, type Kept } from '../../tests/kept.ts'
import { emptyPlace, type Place } from '../../tests/places.ts'
import { startS3Server } from '../../tests/s3-server.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { linkPending } from '../audit/chain.ts'
import { filesIn } from '../kit/files-in.ts'
import type { Store } from '../kit/file-store.ts'
import { storeInS3 } from '../kit/files-in-s3.ts'
import { masterKeyFile } from '../kit/master-key.ts'
import { diskStore } from '../kit/open-store.ts'
import { buildParts } from '../parts.ts'
import { makeBackup } from './backup.ts'
import { checkBackup } from './check-backup.ts'
import { lastBackup } from './last-backup.ts'
import { findBackup, finishedIn, placeOf } from './manifest.ts'
import { expectNoRestoreUnderWay, markIn } from './mark.ts'
import { pruneBackups } from './prune.ts'
import { restoreBackup } from './restore.ts'
import { goesOnFrom } from './trail-in-backup.ts'
import { verifyAll } from './verify.ts'

const migrations = join(import.meta.dirname, '../migrations')

let world: World
let kept: Kept
/** The back-ups of the world; the first of them is never changed. */
let to: string
let first: Awaited<ReturnType<typeof makeBackup>>
const places: Place[] = []

beforeAll(async () => {
  world = await createWorld()
  kept = await fillPortal(world)
  to = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  await linkPending(world.db)
  first = await backUp()
  nowhere = await place()
})
afterAll(async () => {
  await world.close()
  await Promise.all(places.map((place) => place.remove()))
  await rm(to, { recursive: true, force: true })
})

const backUp = (more: object = {}) => makeBackup(world.parts, { to, release: '0.1.0', ...more })
const masterKey = () => readFile(masterKeyFile(world.config), 'utf8')

async function place(settings?: NodeJS.ProcessEnv): Promise<Place> {
  const made = await emptyPlace(settings ?? { MASTER_KEY: await masterKey() })
  places.push(made)
  return made
}

/** Where nothing was ever written: what is refused is refused before that. */
let nowhere: Place

const restore = ({ config, address }: Place, from: string, store: Store = diskStore(config)) =>
  restoreBackup({ config, openDatabase: async () => address, store, migrations }, from)

async function verified({ config, address }: Place, store?: Store) {
  const parts = await buildParts(config, address)
  try {
    return await verifyAll(store === undefined ? parts : { ...parts, files: filesIn(store, parts.dataKeys) })
  } finally {
    await parts.close()
  }
}

async function tablesOf({ address }: Place): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  return rows.length
}

describe('a back-up', () => {
  it('of a portal that people write to is of one moment, and comes back row for row and byte for byte', async () => {
    let isOver = false
    let written = 0
    const write = async () => {
      while (!isOver) {
        await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, {
          content: `Message ${written++}`,
        })
        // As many as the brake on uploads lets one person send.
        if (written < 12) await addDocument(world.ann, world.folders.acme.id)
      }
    }
    const writers = [write(), write()]
    const { folder, manifest } = await backUp()
    isOver = true
    await Promise.all(writers)
    expect(written).toBeGreaterThan(1)
    expect(manifest).toMatchObject({ release: '0.1.0', discarded: [], missing: [] })

    const target = await place()
    await restore(target, folder)
    const { broken, rowsDigest, tables } = await verified(target)
    expect([broken, rowsDigest]).toEqual([[], manifest.rowsDigest])
    expect(manifest.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))).toEqual(tables)
    expect(await lastBackup(world.db)).toMatchObject({ at: manifest.at, files: manifest.files.rows, missing: 0 })
  })

  it('holds neither the master key nor who is signed in, and is for its owner alone', async () => {
    expect(first.manifest.tables.map(({ name }) => name)).not.toContain('sessions')
    const key = (await masterKey()).trim()
    const entries = await readdir(first.folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile()))
      expect((await readFile(join(entry.parentPath, entry.name))).includes(key)).toBe(false)
    expect((await stat(first.folder)).mode & 0o077).toBe(0)
  })

  it('made again reads only the files that are new; each is whole without the others', async () => {
    const one = await backUp()
    const { body } = await addDocument(world.ann, world.folders.acme.id)
    const two = await backUp()
    expect([two.copied, two.manifest.files.rows]).toEqual([1, one.manifest.files.rows + 1])
    const linked = placeOf.file(two.folder, `documents/${kept.documentId}`)
    expect((await stat(linked)).nlink).toBeGreaterThan(1)
    expect((await stat(placeOf.file(two.folder, `documents/${body.id}`))).nlink).toBe(1)
    await rm(one.folder, { recursive: true })
    // A folder of back-ups stands for its newest one.
    expect(await findBackup(to)).toBe(two.folder)
    await checkBackup(two.folder, two.manifest)
  })

  it('is made once at a time', async () => {
    const results = await Promise.allSettled([backUp(), backUp(), backUp()])
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason.message).toBe('A back-up of this portal is being made right now.')
    expect((await readdir(to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('names files that are not there, and holds everything else', async () => {
    const { body } = await addDocument(world.ann, world.folders.acme.id)
    const bytes = join(world.config.dataDir, 'files/objects/documents', body.id)
    await rename(bytes, `${to}.aside`)
    const { manifest } = await backUp()
    await rename(`${to}.aside`, bytes)
    expect(manifest.missing).toEqual([`documents/${body.id}`])
  })

  it('that was killed is none, and the next one clears it away', async () => {
    const half = join(to, '2026-01-01T00-00-00-000Z.unfinished')
    await cp(first.folder, half, { recursive: true })
    await rm(placeOf.manifest(half))
    await expect(restore(nowhere, half)).rejects.toThrow(/was not finished: it has no manifest/)
    await backUp()
    expect((await readdir(to)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  it('with the master key in it, on request, needs nothing else', async () => {
    const { folder } = await backUp({ withKey: true })
    const target = await place({})
    await restore(target, folder)
    expect(await readFile(masterKeyFile(target.config), 'utf8')).toBe(await masterKey())
    expect((await verified(target)).broken).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('goes into an S3-compatible store as well, and out of it', async () => {
    const server = await startS3Server('kept')
    const target = await place()
    const store = storeInS3(server.settings)
    await restore(target, first.folder, store)
    expect((await verified(target, store)).broken).toEqual([])
    const parts = await buildParts(target.config, target.address)
    const back = await makeBackup({ ...parts, store }, { to: join(target.config.dataDir, 'again'), release: '0.1.0' })
    await parts.close()
    expect(back.manifest.rowsDigest).toBe(first.manifest.rowsDigest)
    expect(back.manifest.files).toEqual(first.manifest.files)
    await server.stop()
  })
})

describe('a restore is refused', () => {
  async function flip(file: string) {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  const message = () => `documents/${kept.documentId}`

  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'a bit of a table is flipped',
      (folder) => flip(placeOf.table(folder, 'messages')),
      /messages\.jsonl\.gz is missing or not what was written/,
    ],
    ['a table is missing', (folder) => rm(placeOf.table(folder, 'users')), /users\.jsonl\.gz is missing/],
    [
      'a table is cut off',
      (folder) => truncate(placeOf.table(folder, 'users'), 100),
      /users\.jsonl\.gz is missing or not/,
    ],
    [
      'a bit of a file is flipped',
      (folder) => flip(placeOf.file(folder, message())),
      /documents\/\S+ is not what was written/,
    ],
    ['a file is missing', (folder) => rm(placeOf.file(folder, message())), /documents\/\S+ is missing/],
    [
      'a file is cut off',
      (folder) => truncate(placeOf.file(folder, message()), 50),
      /documents\/\S+ has 50 bytes instead of/,
    ],
    ['the list of files is damaged', (folder) => flip(placeOf.fileList(folder)), /files\.jsonl\.gz is missing or not/],
    [
      'the manifest is cut off',
      (folder) => truncate(placeOf.manifest(folder), 400),
      /its manifest\.json is not what was written/,
    ],
    [
      'the manifest was changed',
      async (folder) => {
        const text = await readFile(placeOf.manifest(folder), 'utf8')
        await writeFile(placeOf.manifest(folder), text.replace(/"rows": (\d+)/, '"rows": 9$1'))
      },
      /its manifest\.json is not what was written/,
    ],
    [
      'it is of a newer portal',
      async (folder) => {
        const manifest = JSON.parse(await readFile(placeOf.manifest(folder), 'utf8'))
        await writeFile(placeOf.manifest(folder), JSON.stringify({ ...manifest, format: 2 }))
      },
      /made by a newer version of the portal/,
    ],
  ])('when %s, and nothing is written', async (_name, damage, sentence) => {
    const copy = await mkdtemp(join(tmpdir(), 'portal-damaged-'))
    await cp(first.folder, copy, { recursive: true })
    await damage(copy)
    await expect(restore(nowhere, copy)).rejects.toThrow(sentence)
    expect([await tablesOf(nowhere), await readdir(nowhere.config.dataDir)]).toEqual([0, []])
    await rm(copy, { recursive: true })
  })

  it('where there is none', async () => {
    await expect(restore(nowhere, join(to, 'nowhere'))).rejects.toThrow(/There is no folder/)
    await expect(restore(nowhere, nowhere.config.dataDir)).rejects.toThrow(/There is no back-up in/)
  })

  it('into a place that holds rows or files, which stay as they are', async () => {
    const before = (await world.db.rows(sql`select from users`)).length
    const full = { ...nowhere, address: world.parts.address }
    await expect(restore(full, first.folder)).rejects.toThrow('The database holds something already.')
    expect((await world.db.rows(sql`select from users`)).length).toBe(before)
    await expect(restore(full, first.folder, diskStore(world.config))).rejects.toThrow(/There are files here already/)
    expect(await markIn(nowhere.config)).toBeNull()
  })

  it('without its master key and with another, naming its fingerprint', async () => {
    const fingerprint = String(first.manifest.masterKey)
    const keyed = (masterKey?: Buffer) => ({ ...nowhere, config: { ...nowhere.config, masterKey } })
    await expect(restore(keyed(), first.folder)).rejects.toThrow(
      new RegExp(`only with its master key .*${fingerprint}.*not here`),
    )
    await expect(restore(keyed(Buffer.alloc(32, 7)), first.folder)).rejects.toThrow(
      /belongs to another master key .* than the one in MASTER_KEY/,
    )
    expect([await tablesOf(nowhere), await markIn(nowhere.config)]).toEqual([0, null])
  })
})

describe('a restore that was killed', () => {
  /** A store that fails when it has taken so many files. */
  const failingAfter = (store: Store, count: number): Store => ({
    ...store,
    write: async (...args) => {
      if (count-- <= 0) throw new Error('killed')
      return store.write(...args)
    },
  })

  it('among its files keeps the portal from starting, refuses another back-up, and goes on', async () => {
    const target = await place()
    const store = failingAfter(diskStore(target.config), 1)
    await expect(restore(target, first.folder, store)).rejects.toThrow('killed')
    await expect(expectNoRestoreUnderWay(target.config)).rejects.toThrow('run npm run restore once more')
    await expect(restore(target, to)).rejects.toThrow('Another back-up was being restored')
    await restore(target, first.folder)
    await expectNoRestoreUnderWay(target.config)
    expect(await verified(target)).toMatchObject({ broken: [], rowsDigest: first.manifest.rowsDigest })
    await expect(restore(target, first.folder)).rejects.toThrow(/into an empty place only/)
  })

  it('among its rows has none, and goes on', async () => {
    const target = await place()
    const killer = new pg.Client(target.address)
    await killer.connect()
    // Ends the connection that loads rows as soon as it is at it.
    const killing = (async () => {
      for (;;) {
        const { rowCount } = await killer.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'portal keep' and query like '%insert into%'",
        )
        if (rowCount !== null && rowCount > 0) return
      }
    })()
    await expect(restore(target, first.folder)).rejects.toThrow()
    await killing
    const { rows } = await killer.query('select from users')
    expect(rows).toEqual([])
    await killer.end()
    await restore(target, first.folder)
    expect(await verified(target)).toMatchObject({ broken: [], rowsDigest: first.manifest.rowsDigest })
  })
})

describe('the end of the trail', () => {
  const said: string[] = []
  const goesOn = (from: string) => goesOnFrom(world.db, from, (line) => said.push(line))

  it('stands in the back-up, and what is written later goes on from it', async () => {
    const { trail } = first.manifest
    expect(trail).toMatchObject({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await world.ann.post(`/api/client-folders/${world.folders.acme.id}/messages`, { content: 'Later' })
    await linkPending(world.db)
    expect(await goesOn(first.folder)).toBe(true)
    expect(said.at(-1)).toContain(`(link ${trail?.seq})`)
  })

  it('tells of a trail that somebody wrote anew from its first link on, though it agrees with itself', async () => {
    const [links, facts] = [
      await world.db.rows<{ seq: number }>(sql`select seq, entry_id, encode(hash, 'hex') as hash from audit_chain`),
      await world.db.rows(sql`select value from portal_facts where name = 'trail-head'`),
    ]
    await world.db.run(sql`alter table audit_chain disable trigger all`)
    await world.db.run(sql`delete from audit_chain`)
    await world.db.run(sql`delete from portal_facts where name = 'trail-head'`)
    expect(await goesOn(first.folder)).toBe(false)
    expect(said.at(-1)).toContain('is not there')
    await world.db.run(sql`insert into audit_pending (entry_id) select id from audit_entries order by id offset 1`)
    await linkPending(world.db)
    expect(await goesOn(first.folder)).toBe(false)
    await world.db.run(sql`delete from audit_chain`)
    await world.db.run(sql`
      insert into audit_chain (seq, entry_id, hash)
      select seq, entry_id, decode(hash, 'hex') from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id uuid, hash text)`)
    await world.db.run(
      sql`update portal_facts set value = ${JSON.stringify((facts[0] as { value: object }).value)}::jsonb where name = 'trail-head'`,
    )
    await world.db.run(sql`alter table audit_chain enable trigger all`)
    expect(await goesOn(first.folder)).toBe(true)
  })
})

it('back-ups older than so many days go, and never the newest', async () => {
  const place = await mkdtemp(join(tmpdir(), 'portal-pruned-'))
  const names = [
    '2026-01-01T00-00-00-000Z',
    '2026-02-10T23-59-00-000Z',
    '2026-02-11T00-00-01-000Z',
    '2026-03-01T00-00-00-000Z',
  ]
  for (const name of names) await cp(first.folder, join(place, name), { recursive: true })
  await cp(first.folder, join(place, 'by hand'), { recursive: true })
  expect(await pruneBackups(place, 35, new Date('2026-03-18T00:00:00Z'))).toBe(2)
  expect((await readdir(place)).toSorted()).toEqual([...names.slice(2), 'by hand'])
  expect(await pruneBackups(place, 35, new Date('2028-01-01T00:00:00Z'))).toBe(1)
  expect((await readdir(place)).toSorted()).toEqual([...names.slice(3), 'by hand'])
  await rm(place, { recursive: true })
})

it('the newest of several is found by its name', async () => {
  const found = await finishedIn(to)
  expect(found).toEqual(found.toSorted())
  expect(found).toContain(first.folder)
})
