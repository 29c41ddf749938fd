// Refused backups, and interrupted restores.
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackedUp, backedUpPortal, restore, verified } from '../../tests/backups.ts'
import { writeEarlierBackup } from '../../tests/earlier-backup.ts'
import type { Place } from '../../tests/empty-folder.ts'
import type { Store } from '../file-storage/file-store.ts'
import { diskStore } from '../file-storage/open-store.ts'
import { type Manifest, placeOf } from './manifest.ts'
import { assertNoRestoreUnderWay, markIn } from './restore-marker.ts'

let portal: BackedUp
/** An empty place, to check that a refusal writes nothing. */
let emptyPlace: Place
/** A later backup of the same portal, and one of another portal. */
let other: { folder: string }
let foreign: { folder: string }
let stranger: BackedUp
beforeAll(async () => {
  portal = await backedUpPortal()
  other = await portal.backUp()
  stranger = await backedUpPortal()
  foreign = stranger.first
  emptyPlace = await portal.place()
})
afterAll(async () => {
  await portal.close()
  await stranger.close()
})

async function tablesOf({ address }: Place): Promise<number> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  return rows.length
}

describe('H8: a restore is refused', () => {
  async function flip(file: string) {
    const bytes = await readFile(file)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  const message = () => `documents/${portal.records.documentId}`

  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'a bit of a table is flipped',
      (folder) => flip(placeOf.table(folder, 'messages')),
      /messages\.jsonl\.gz is missing or was changed/,
    ],
    ['a table is missing', (folder) => rm(placeOf.table(folder, 'users')), /users\.jsonl\.gz is missing/],
    [
      'a table is cut off',
      (folder) => truncate(placeOf.table(folder, 'users'), 100),
      /users\.jsonl\.gz is missing or was changed/,
    ],
    ['a bit of a file is flipped', (folder) => flip(placeOf.file(folder, message())), /documents\/\S+ was changed/],
    ['a file is missing', (folder) => rm(placeOf.file(folder, message())), /documents\/\S+ is missing/],
    [
      'a file is cut off',
      (folder) => truncate(placeOf.file(folder, message()), 50),
      /documents\/\S+ has 50 bytes instead of/,
    ],
    [
      'the list of files is damaged',
      (folder) => flip(placeOf.fileList(folder)),
      /files\.jsonl\.gz is missing or was changed/,
    ],
    ['the manifest is cut off', (folder) => truncate(placeOf.manifest(folder), 400), /its manifest\.json was changed/],
    [
      'the manifest was changed',
      async (folder) => {
        const text = await readFile(placeOf.manifest(folder), 'utf8')
        await writeFile(placeOf.manifest(folder), text.replace(/"rows": (\d+)/, '"rows": 9$1'))
      },
      /its manifest\.json was changed/,
    ],
    [
      'it is of a newer portal',
      async (folder) => {
        const manifest = JSON.parse(await readFile(placeOf.manifest(folder), 'utf8'))
        await writeFile(placeOf.manifest(folder), JSON.stringify({ ...manifest, format: 3 }))
      },
      /created by a newer release of the portal/,
    ],
  ])('refuses when %s, and writes nothing', async (_name, damage, sentence) => {
    const copy = await mkdtemp(join(tmpdir(), 'portal-damaged-'))
    await cp(portal.first.folder, copy, { recursive: true })
    await damage(copy)
    await expect(restore(emptyPlace, copy)).rejects.toThrow(sentence)
    expect([await tablesOf(emptyPlace), await readdir(emptyPlace.config.dataDir)]).toEqual([0, []])
    await rm(copy, { recursive: true })
  })

  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'two tables changed places',
      async (folder) => {
        const [one, other] = [placeOf.table(folder, 'users'), placeOf.table(folder, 'messages')]
        await rename(one, `${one}.aside`)
        await rename(other, one)
        await rename(`${one}.aside`, other)
      },
      /messages\.jsonl\.gz is missing or was changed/,
    ],
    [
      'a table comes from another backup of the same portal',
      async (folder) => cp(placeOf.table(other.folder, 'users'), placeOf.table(folder, 'users')),
      /users\.jsonl\.gz is missing or was changed/,
    ],
    [
      'the manifest comes from another backup of the same portal',
      async (folder) => cp(placeOf.manifest(other.folder), placeOf.manifest(folder)),
      /is missing or was changed/,
    ],
    [
      'someone without the master key wrote it, in the name of ours',
      async (folder) => {
        await rm(folder, { recursive: true })
        await cp(foreign.folder, folder, { recursive: true })
        const manifest = JSON.parse(await readFile(placeOf.manifest(folder), 'utf8'))
        const { masterKey } = portal.first.manifest
        await writeFile(placeOf.manifest(folder), JSON.stringify({ ...manifest, masterKey }))
      },
      /its manifest\.json was changed/,
    ],
    [
      'another portal made it',
      async (folder) => {
        await rm(folder, { recursive: true })
        await cp(foreign.folder, folder, { recursive: true })
      },
      /belongs to another master key/,
    ],
    [
      'someone turned it into one of the earlier format, with a row changed and each digest computed again',
      async (folder) => {
        await rm(folder, { recursive: true })
        await writeEarlierBackup(portal.testApp.context, folder)
      },
      /created by a version before 1\.0\.0, which did not protect backups against changes/,
    ],
  ])('refuses when %s, and writes nothing', async (_name, damage, sentence) => {
    const copy = await mkdtemp(join(tmpdir(), 'portal-changed-'))
    await cp(portal.first.folder, copy, { recursive: true })
    await damage(copy)
    await expect(restore(emptyPlace, copy)).rejects.toThrow(sentence)
    expect([await tablesOf(emptyPlace), await readdir(emptyPlace.config.dataDir)]).toEqual([0, []])
    await rm(copy, { recursive: true, force: true })
  })

  it.each([
    [
      'a table',
      (manifest: Manifest) => ({ ...manifest, tables: manifest.tables.map((each) => ({ ...each, name: '../../x' })) }),
    ],
    [
      'a column',
      (manifest: Manifest) => ({
        ...manifest,
        tables: manifest.tables.map((each) => ({ ...each, columns: ['id) from x; drop table users --'] })),
      }),
    ],
  ])('refuses an invalid %s name, even with --unverified', async (_what, change) => {
    const folder = join(portal.to, 'odd')
    await expect(writeEarlierBackup(portal.testApp.context, folder, change)).rejects.toThrow()
    await rm(folder, { recursive: true })
    const written = await writeEarlierBackup(portal.testApp.context, folder)
    await writeFile(placeOf.manifest(folder), JSON.stringify({ ...change(written), sha256: '0'.repeat(64) }))
    await expect(restore(emptyPlace, folder, undefined, { unverified: true })).rejects.toThrow(
      /its manifest\.json was changed/,
    )
    await rm(folder, { recursive: true })
  })

  it('refuses the earlier format unless --unverified is given, and then restores its content', async () => {
    const folder = join(portal.to, 'earlier')
    await writeEarlierBackup(portal.testApp.context, folder)
    const target = await portal.place()
    await restore(target, folder, undefined, { unverified: true })
    expect((await verified(target)).broken).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('refuses a folder without a backup', async () => {
    await expect(restore(emptyPlace, join(portal.to, 'nowhere'))).rejects.toThrow(/Folder not found/)
    await expect(restore(emptyPlace, emptyPlace.config.dataDir)).rejects.toThrow(/No backup found in/)
  })

  it('refuses a place that contains rows or files, and leaves them unchanged', async () => {
    const before = (await portal.testApp.db.rows(sql`select from users`)).length
    const full = { ...emptyPlace, address: portal.testApp.context.address }
    await expect(restore(full, portal.first.folder)).rejects.toThrow('The database is not empty.')
    expect((await portal.testApp.db.rows(sql`select from users`)).length).toBe(before)
    await expect(restore(full, portal.first.folder, diskStore(portal.testApp.config))).rejects.toThrow(
      /The file store is not empty/,
    )
    expect(await markIn(emptyPlace.config)).toBeNull()
  })

  it("refuses without the backup's master key, naming its fingerprint", async () => {
    const fingerprint = String(portal.first.manifest.masterKey)
    const keyed = (masterKey?: Buffer) => ({ ...emptyPlace, config: { ...emptyPlace.config, masterKey } })
    await expect(restore(keyed(), portal.first.folder)).rejects.toThrow(
      new RegExp(`The master key of the backup is missing \\(fingerprint ${fingerprint}\\)`),
    )
    await expect(restore(keyed(Buffer.alloc(32, 7)), portal.first.folder)).rejects.toThrow(
      /belongs to another master key .* than the one in MASTER_KEY/,
    )
    expect([await tablesOf(emptyPlace), await markIn(emptyPlace.config)]).toEqual([0, null])
  })
})

describe('H8: an interrupted restore', () => {
  /** A store that fails after the given number of files. */
  const failingAfter = (store: Store, count: number): Store => ({
    ...store,
    write: async (...args) => {
      if (count-- <= 0) throw new Error('killed')
      return store.write(...args)
    },
  })

  it('keeps the portal from starting, refuses another backup, and resumes when it stopped between files', async () => {
    const target = await portal.place()
    const store = failingAfter(diskStore(target.config), 1)
    await expect(restore(target, portal.first.folder, store)).rejects.toThrow('killed')
    await expect(assertNoRestoreUnderWay(target.config)).rejects.toThrow('Run npm run restore again')
    const { folder: another } = await portal.backUp()
    await expect(restore(target, another)).rejects.toThrow('Another backup was being restored')
    await restore(target, portal.first.folder)
    await assertNoRestoreUnderWay(target.config)
    expect(await verified(target)).toMatchObject({ broken: [], rowsDigest: portal.first.manifest.rowsDigest })
    await expect(restore(target, portal.first.folder)).rejects.toThrow(/only into an empty database and file store/)
  })

  it('leaves no rows, and resumes when it stopped between rows', async () => {
    const target = await portal.place()
    const killer = new pg.Client(target.address.owner)
    await killer.connect()
    // Ends the connection that loads the rows as soon as it is active.
    const killing = (async () => {
      for (;;) {
        const { rowCount } = await killer.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'portal keep' and query like '%insert into%'",
        )
        if (rowCount !== null && rowCount > 0) return
      }
    })()
    await expect(restore(target, portal.first.folder)).rejects.toThrow()
    await killing
    const { rows } = await killer.query('select from users')
    expect(rows).toEqual([])
    await killer.end()
    await restore(target, portal.first.folder)
    expect(await verified(target)).toMatchObject({ broken: [], rowsDigest: portal.first.manifest.rowsDigest })
  })
})
