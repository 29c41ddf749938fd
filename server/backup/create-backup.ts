// Backs up everything at one moment while the portal runs: files first, then the database in one snapshot, then the
// files added in between, so that whatever the snapshot names was copied before it could be discarded. The manifest is
// written last, then the folder gets its final name.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, DatabaseAddress } from '../kit/db.ts'
import type { Store } from '../file-storage/file-store.ts'
import { syncFolder } from '../kit/sync-folder.ts'
import { newId } from '../kit/id.ts'
import { storedFingerprint, type MasterKey, masterKeyFile } from '../kit/master-key.ts'
import { StartError } from '../kit/start-error.ts'
import { encryptStored } from '../uploads/encrypt-stored.ts'
import { copyFiles, type Earlier } from './copy-files.ts'
import { referencedFilesIn, isStillReferenced } from './stored-files.ts'
import { recordBackup } from './last-backup.ts'
import { backupKey } from './backup-key.ts'
import { type Keyed, type Lines, readLines, writeLines } from './encrypted-lines.ts'
import {
  finishedIn,
  StoredFile,
  type Manifest,
  nameFor,
  placeOf,
  onlyKey,
  openBackup,
  unfinished,
  writeManifest,
} from './manifest.ts'
import { openConnection, openSnapshot, type Snapshot } from './snapshot.ts'
import { digestOfAll, linesOf, tablesIn } from './tables.ts'
import { advisoryLocks } from '../kit/advisory-lock.ts'
import { typed } from '../kit/row-types.ts'

export interface BackedUp {
  folder: string
  manifest: Manifest
  /** Files read from the store; the others are linked to an earlier backup. */
  copied: number
}

interface Source {
  config: Config
  db: Database
  address: DatabaseAddress
  store: Store
  masterKey: () => Promise<MasterKey>
  dataKeys: DataKeys
}

/**
 * @param to the folder that contains this portal's backups, each in its own folder
 * @param withKey includes the master key, so that anyone who has the backup can read everything
 */
export async function makeBackup(
  source: Source,
  { to, release, withKey = false }: { to: string; release: string; withKey?: boolean },
): Promise<BackedUp> {
  const lock = await openConnection(source.address)
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as mine', [advisoryLocks.backup])
    if (!rows[0].mine)
      throw new StartError('Another backup of this portal is currently running. Try again when it has finished.')
    await mkdir(to, { recursive: true, mode: 0o700 })
    // Left by an interrupted backup; the lock excludes a running one.
    for (const name of await readdir(to))
      if (name.endsWith(unfinished)) await rm(join(to, name), { recursive: true, force: true })
    return await writeBackup(source, to, release, withKey)
  } finally {
    await lock.end()
  }
}

async function writeBackup(source: Source, to: string, release: string, withKey: boolean): Promise<BackedUp> {
  const began = performance.now()
  const folder = join(to, `${nameFor(new Date())}${unfinished}`)
  for (const part of ['', 'database', 'files']) await mkdir(join(folder, part), { mode: 0o700 })
  const masterKey = await source.masterKey()
  const id = newId()
  const keyed = { folder, key: backupKey(masterKey, id) }
  // Releases before file encryption left files unencrypted; usually there are none.
  await encryptStored(source.db, source.store, source.dataKeys)
  const first = await copyBefore(source, to, keyed, masterKey)
  const snapshot = await openSnapshot(source.address)
  try {
    const { manifest, later } = await writeDown(source, snapshot, keyed, first.list, { id, release })
    await rm(first.passing)
    if (withKey) await writeKey(source.config, folder)
    await writeManifest(folder, manifest, keyed.key)
    for (const part of ['files', 'database', '']) await syncFolder(join(folder, part))
    const finished = folder.slice(0, -unfinished.length)
    await rename(folder, finished)
    await syncFolder(to)
    await source.db.run(
      recordBackup({
        at: manifest.at,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: manifest.files.rows,
        bytes: manifest.files.bytes,
        missing: manifest.missing.length,
        seconds: Math.round((performance.now() - began) / 100) / 10,
      }),
    )
    return { folder: finished, manifest, copied: first.copied + later }
  } finally {
    await snapshot.close()
  }
}

/** Copies the files before the snapshot, or links them to the last backup. */
async function copyBefore({ address, store }: Source, to: string, keyed: Keyed, masterKey: MasterKey) {
  const { folder } = keyed
  const earlier = await earlierIn(to, masterKey)
  const passing = join(folder, 'before.jsonl.gz')
  let copied = 0
  const snapshot = await openSnapshot(address)
  try {
    async function* lines() {
      for await (const { file, isNew } of copyFiles(referencedFilesIn(snapshot), store, earlier, folder)) {
        if (isNew) copied++
        if (file !== null) yield `${JSON.stringify(file)}\n`
      }
    }
    const written = await writeLines(keyed, passing, lines())
    return { passing, copied, list: { folder, files: filesIn(keyed, passing, written) } }
  } finally {
    await snapshot.close()
  }
}

/**
 * The last backup, if it can be authenticated. One with another master key, or of the first format, is not used as a
 * source of files.
 */
async function earlierIn(to: string, masterKey: MasterKey): Promise<Earlier | null> {
  const folder = (await finishedIn(to)).at(-1)
  if (folder === undefined) return null
  const opened = await openBackup(folder, onlyKey(masterKey)).catch((error: unknown) => {
    if (error instanceof StartError) return null
    throw error
  })
  if (opened === null) return null
  return { folder, files: filesIn(opened, placeOf.fileList(folder), opened.manifest.files) }
}

async function* filesIn(keyed: Keyed, place: string, expected: Lines): AsyncGenerator<StoredFile> {
  for await (const line of readLines(keyed, place, expected)) yield StoredFile.parse(JSON.parse(line))
}

async function writeDown(
  { db, store }: Source,
  snapshot: Snapshot,
  keyed: Keyed,
  before: Earlier,
  { id, release }: { id: string; release: string },
): Promise<{ manifest: Manifest; later: number }> {
  const { folder } = keyed
  const tables: Manifest['tables'] = []
  for (const table of await tablesIn(snapshot)) {
    const written = await writeLines(keyed, placeOf.table(folder, table.name), linesOf(snapshot, table))
    tables.push({ name: table.name, columns: table.columns, ...written })
  }
  const [discarded, missing]: [string[], string[]] = [[], []]
  let [bytes, later] = [0, 0]
  async function* lines() {
    for await (const { key, file, isNew } of copyFiles(referencedFilesIn(snapshot), store, before, folder)) {
      if (isNew) later++
      if (file === null) {
        const gone = (await isStillReferenced(db, { key })) ? missing : discarded
        gone.push(key)
      } else yield `${JSON.stringify(file)}\n`
      bytes += file?.size ?? 0
    }
  }
  const files = { ...(await writeLines(keyed, placeOf.fileList(folder), lines())), bytes }
  const facts = await factsOf(snapshot)
  const rowsDigest = digestOfAll(tables)
  const manifest = { format: 2 as const, id, release, ...facts, tables, rowsDigest, files, discarded, missing }
  return { manifest, later }
}

const SchemaRow = z.object({ at: z.string(), postgres: z.string(), schema: z.array(z.string()) })

const HeadRow = z.object({ seq: z.number(), hash: z.string() })

async function factsOf(
  snapshot: Snapshot,
): Promise<Pick<Manifest, 'at' | 'postgres' | 'schema' | 'masterKey' | 'trail'>> {
  const { at, postgres, schema } = await snapshot.one(typed(SchemaRow)`
    select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as postgres,
      (select array_agg(name order by name) from migrations) as schema`)
  const auditLog = await snapshot.maybe(
    typed(HeadRow)`select seq, encode(hash, 'hex') as hash from audit_links order by seq desc limit 1`,
  )
  return { at, postgres, schema, masterKey: await storedFingerprint(snapshot), trail: auditLog }
}

async function writeKey(config: Config, folder: string): Promise<void> {
  const text = config.masterKey?.toString('base64') ?? (await readFile(masterKeyFile(config), 'utf8')).trim()
  await writeFile(placeOf.masterKey(folder), `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
}
