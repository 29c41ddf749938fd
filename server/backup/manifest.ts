// A backup on disk is a folder with a manifest, which is written last. A folder without a valid manifest is not a
// backup. The manifest is authenticated with a key derived from the master key (docs/backup-format.md).
import { createHash, timingSafeEqual } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DataKey } from '../kit/data-keys.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { StartError } from '../kit/start-error.ts'
import { backupKey, manifestHmac } from './backup-key.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const DataFile = z.object({ rows: z.int(), sha256: Sha256 })
/** Quoted the way PostgreSQL quotes identifiers. They become parts of paths and statements. */
const SqlName = z.string().regex(/^(?:[a-z_][a-z0-9_]*|"[a-z_][a-z0-9_]*")$/)
/** Of a file: `documents/<id>`. It becomes part of a path. */
const StorageKey = z.string().regex(/^[a-z][a-z-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/)

const Manifest = z.object({
  /** Format 1 was neither encrypted nor authenticated. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** The backup's keys are derived from it. */
  id: z.uuid().optional(),
  release: z.string(),
  /** The moment that the database shows, in UTC. */
  at: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that had run, in order. */
  schema: z.array(z.string()),
  /**
   * Fingerprint of the master key that decrypts the data, never the key itself; null for a portal that never had one.
   */
  masterKey: z.string().nullable(),
  trail: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** `sha256` is the digest of the uncompressed lines, the same one that verification prints. */
  tables: z.array(DataFile.extend({ name: SqlName, columns: z.array(SqlName) })),
  rowsDigest: Sha256,
  /** Written until 1.0.0, and not read: the jobs follow from the rows. */
  jobs: DataFile.optional(),
  files: DataFile.extend({ bytes: z.int() }),
  /** Named by a record of the snapshot, but discarded before they could be copied. */
  discarded: z.array(z.string()),
  /** Named by a record, but missing. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** A file as stored, encrypted or not; `sha256` is the digest of the stored bytes. */
export const StoredFile = z.object({ key: StorageKey, size: z.int(), sha256: Sha256 })
export type StoredFile = z.infer<typeof StoredFile>

export const placeOf = {
  manifest: (folder: string) => join(folder, 'manifest.json'),
  table: (folder: string, name: string) => join(folder, 'database', `${name.replaceAll('"', '')}.jsonl.gz`),
  fileList: (folder: string) => join(folder, 'files.jsonl.gz'),
  file: (folder: string, key: string) => join(folder, 'files', key),
  masterKey: (folder: string) => join(folder, 'master.key'),
}

export const unfinished = '.unfinished'
const folderName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
export const nameFor = (at: Date) =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}-${at.toISOString().slice(20, 23)}Z`

/** The inverse of the above. */
export const timeOf = (name: string): Date =>
  new Date(name.replace(/^(.{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, '$1T$2:$3:$4.$5Z'))

/** Writes the manifest with its HMAC as the last entry; the HMAC also identifies the backup. */
export async function writeManifest(folder: string, manifest: Manifest, key: DataKey): Promise<string> {
  const hmac = manifestHmac(key, manifestText(manifest))
  const handle = await open(placeOf.manifest(folder), 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ ...manifest, hmac }, null, 1)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hmac
}

/** A backup whose manifest was authenticated. */
export interface OpenBackup {
  folder: string
  manifest: Manifest
  /** Identifies the backup. */
  digest: string
  /** Null for a backup of the first format, which cannot be authenticated. */
  key: DataKey | null
}

/**
 * @param masterKey returns the key with this fingerprint, or throws a sentence if it is not available
 * @param unverified opens a backup of the first format as well
 */
export async function openBackup(
  folder: string,
  masterKey: (fingerprint: string) => Promise<MasterKey>,
  { unverified = false }: { unverified?: boolean } = {},
): Promise<OpenBackup> {
  const text = await readFile(placeOf.manifest(folder), 'utf8')
  const damaged = new StartError(`The backup in ${folder} is damaged: its manifest.json was changed.`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw damaged
  }
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : null
  if (typeof format === 'number' && format > 2)
    throw new StartError(
      `The backup in ${folder} was created by a newer release of the portal. Restore it with that release.`,
    )
  if (format === 1) {
    if (!unverified)
      throw new StartError(
        `The backup in ${folder} was created by a version before 1.0.0, which did not protect backups against changes. If you are sure that no one could have changed it, restore it with --unverified.`,
      )
    const read = Manifest.extend({ sha256: Sha256 }).safeParse(json)
    if (!read.success) throw damaged
    const { sha256, ...manifest } = read.data
    if (sha256 !== createHash('sha256').update(manifestText(manifest)).digest('hex')) throw damaged
    return { folder, manifest, digest: sha256, key: null }
  }
  const read = Manifest.extend({ hmac: Sha256 }).safeParse(json)
  if (!read.success || read.data.id === undefined || read.data.masterKey === null) throw damaged
  const { hmac, ...manifest } = read.data
  const key = backupKey(await masterKey(read.data.masterKey), read.data.id)
  if (!timingSafeEqual(Buffer.from(hmac, 'hex'), Buffer.from(manifestHmac(key, manifestText(manifest)), 'hex')))
    throw damaged
  return { folder, manifest, digest: hmac, key }
}

/** For callers with exactly one master key, whatever the backup's fingerprint. */
export const onlyKey = (masterKey: MasterKey) => async (fingerprint: string) => {
  if (fingerprint === masterKey.fingerprint) return masterKey
  throw new StartError(`The backup belongs to another master key (fingerprint ${fingerprint}).`)
}

export const manifestText = (manifest: Manifest) => JSON.stringify(Manifest.parse(manifest))

/** The newest backup in a folder of backups, or the folder itself if it is a backup. */
export async function findBackup(from: string): Promise<string> {
  const names = await readdir(from).catch(() => {
    throw new StartError(`Folder not found: ${from}.`)
  })
  if (names.includes('manifest.json')) return from
  const newest = (await finishedIn(from)).at(-1)
  if (newest !== undefined) return newest
  const isHalf = from.endsWith(unfinished) || names.some((name) => name.endsWith(unfinished))
  throw new StartError(
    isHalf
      ? `The backup in ${from} is incomplete (manifest.json is missing). Use another backup.`
      : `No backup found in ${from} (manifest.json is missing).`,
  )
}

/** Oldest first. */
export async function finishedIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of (await readdir(folder)).filter((each) => folderName.test(each)).toSorted())
    if ((await readdir(join(folder, name))).includes('manifest.json')) found.push(join(folder, name))
  return found
}
