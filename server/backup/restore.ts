// Restores a backup into an empty place. Everything is checked before anything is written; files come first, then all
// rows in one transaction that commits only if their digests match the backup. An interrupted restore resumes when it
// is run again.
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../kit/db.ts'
import type { Store } from '../file-storage/file-store.ts'
import { type MasterKey, masterKeyBytesIn, masterKeyFile, masterKeyFrom } from '../kit/master-key.ts'
import { assertKnownSchema, migrate } from '../kit/migrate.ts'
import { StartError } from '../kit/start-error.ts'
import { namespaces } from '../uploads/named-files.ts'
import { checkBackup, filesOf } from './check-backup.ts'
import { isAbsent } from './copy-files.ts'
import { inGroups } from './stored-files.ts'
import { loadRows } from './load-rows.ts'
import { findBackup, type Manifest, type OpenBackup, openBackup, placeOf } from './manifest.ts'
import { removeMark, writeMark, markIn } from './restore-marker.ts'
import { openConnection } from './snapshot.ts'

export interface Restored {
  folder: string
  manifest: Manifest
}

interface Target {
  config: Config
  /** Called once the backup is verified, because the embedded PostgreSQL may have to be created first. */
  openDatabase: () => Promise<DatabaseAddress>
  store: Store
  migrations: string
}

export async function restoreBackup(
  { config, openDatabase, store, migrations }: Target,
  from: string,
  { unverified = false }: { unverified?: boolean } = {},
): Promise<Restored> {
  const folder = await findBackup(from)
  const keyOf = async (fingerprint: string) => (await keyFor(config, folder, fingerprint)).masterKey
  const backup = await openBackup(folder, keyOf, { unverified })
  const { manifest, digest } = backup
  const mark = await markIn(config)
  if (mark !== null && mark !== digest)
    throw new StartError(
      `Another backup was being restored into ${config.dataDir}. Finish that restore, or empty the database and the file store.`,
    )
  await assertKnownSchema(migrations, manifest.schema)
  await checkBackup(backup)
  const key = manifest.masterKey === null ? null : (await keyFor(config, folder, manifest.masterKey)).toPut
  if (mark === null) await expectNoFiles(store)
  const address = await openDatabase()
  const isLoaded = await stateOf(address, digest, mark)
  await writeMark(config, digest)
  if (key !== null) await putKey(config, key)
  await putFiles(store, backup)
  if (!isLoaded) {
    await migrate(address, migrations, manifest.schema)
    await loadRows(address, backup, store.name)
  }
  await migrate(address, migrations)
  await removeMark(config)
  return { folder, manifest }
}

/** The master key with this fingerprint: the local one, or the one in the backup, which is then stored locally. */
async function keyFor(
  config: Config,
  folder: string,
  fingerprint: string,
): Promise<{ masterKey: MasterKey; toPut: string | null }> {
  const keyIn = (text: string) => {
    const bytes = masterKeyBytesIn(text.trim())
    const found = bytes === null ? null : masterKeyFrom(bytes)
    return found?.fingerprint === fingerprint ? found : null
  }
  const here = config.masterKey?.toString('base64') ?? (await textAt(masterKeyFile(config)))
  if (here !== null) {
    const masterKey = keyIn(here)
    if (masterKey !== null) return { masterKey, toPut: null }
    throw new StartError(
      `The backup belongs to another master key (fingerprint ${fingerprint}) than the one in ${config.masterKey ? 'MASTER_KEY' : masterKeyFile(config)}. Nothing was restored.`,
    )
  }
  const inside = await textAt(placeOf.masterKey(folder))
  const masterKey = inside === null ? null : keyIn(inside)
  if (masterKey !== null) return { masterKey, toPut: inside }
  throw new StartError(
    `The master key of the backup is missing (fingerprint ${fingerprint}). Copy it to ${masterKeyFile(config)}, or set MASTER_KEY. Nothing was restored.`,
  )
}

async function putKey(config: Config, text: string): Promise<void> {
  const file = masterKeyFile(config)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function expectNoFiles(store: Store): Promise<void> {
  await store.check()
  for (const namespace of namespaces)
    for await (const { key } of store.list(namespace))
      throw new StartError(
        `The file store is not empty (it has ${key} in ${store.name}). A backup can be restored only into an empty database and file store. Nothing was changed.`,
      )
}

/** Whether all rows of this backup are present; refuses any state other than complete or empty. */
async function stateOf(address: DatabaseAddress, sha256: string, mark: string | null): Promise<boolean> {
  const client = await openConnection(address.owner ?? address)
  try {
    const tables = await client.query(
      "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
    )
    if (tables.rows.length === 0) return false
    if (mark !== null && (await isLoaded(client, sha256))) return true
    if (mark !== null && (await areEmpty(client, tables.rows))) return false
    throw new StartError(
      'The database is not empty. A backup can be restored only into an empty database and file store. Nothing was changed.',
    )
  } finally {
    await client.end()
  }
}

async function isLoaded(client: pg.Client, sha256: string): Promise<boolean> {
  const there = await client.query("select to_regclass('public.portal_facts') is not null as there")
  if (!there.rows[0].there) return false
  const { rows } = await client.query(
    "select from portal_facts where name = 'restored-from' and value = to_jsonb($1::text)",
    [sha256],
  )
  return rows.length > 0
}

async function areEmpty(client: pg.Client, tables: { name: string }[]): Promise<boolean> {
  for (const { name } of tables) {
    const { text } = sql`select from ${raw(name)} limit 1`
    if ((await client.query(text)).rows.length > 0) return false
  }
  return true
}

/**
 * Files are restored as stored, encrypted or not. A file from an earlier attempt is written again if its length is
 * wrong.
 */
async function putFiles(store: Store, backup: OpenBackup): Promise<void> {
  for await (const some of inGroups(filesOf(backup), 4))
    await Promise.all(
      some.map(async ({ key, size }) => {
        if (await store.exists(key)) {
          const { stream, size: found } = await store.read(key)
          stream.destroy()
          if (found === size) return
          await store.remove(key)
        }
        await store.write(key, createReadStream(placeOf.file(backup.folder, key)) as AsyncIterable<Buffer>, size)
      }),
    )
}

const textAt = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
