// What a back-up is on disk: a folder that carries its manifest, written last. Without one, or with one that does not agree with
// itself, it is none.
import { createHash } from 'node:crypto'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../kit/start-error.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const DataFile = z.object({ rows: z.int(), sha256: Sha256 })

const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  /** UTC: the moment that the database shows. */
  at: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that had run, in order. */
  schema: z.array(z.string()),
  /** Which master key the boxes and files open with, never the key; null for a portal that never had one. */
  masterKey: z.string().nullable(),
  trail: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** `sha256` is that of the lines, uncompressed: the same digest that verification prints. */
  tables: z.array(DataFile.extend({ name: z.string(), columns: z.array(z.string()) })),
  rowsDigest: Sha256,
  jobs: DataFile,
  files: DataFile.extend({ bytes: z.int() }),
  /** Named by a record of this moment, and discarded before they could be copied. */
  discarded: z.array(z.string()),
  /** Named by a record, and not there. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** A file as it lies in the store, encrypted or not; `sha256` is that of these bytes. */
export const KeptFile = z.object({ key: z.string(), size: z.int(), sha256: Sha256 })
export type KeptFile = z.infer<typeof KeptFile>

export const placeOf = {
  manifest: (folder: string) => join(folder, 'manifest.json'),
  table: (folder: string, name: string) => join(folder, 'database', `${name.replaceAll('"', '')}.jsonl.gz`),
  jobs: (folder: string) => join(folder, 'jobs.jsonl.gz'),
  fileList: (folder: string) => join(folder, 'files.jsonl.gz'),
  file: (folder: string, key: string) => join(folder, 'files', key),
  masterKey: (folder: string) => join(folder, 'master.key'),
}

export const unfinished = '.unfinished'
const folderName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
export const nameFor = (at: Date) =>
  `${at.toISOString().slice(0, 19).replaceAll(':', '-')}-${at.toISOString().slice(20, 23)}Z`

/** The other way round. */
export const timeOf = (name: string): Date =>
  new Date(name.replace(/^(.{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, '$1T$2:$3:$4.$5Z'))

/** The manifest with its own digest as its last entry. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  const sha256 = digestOf(manifest)
  const handle = await open(placeOf.manifest(folder), 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ ...manifest, sha256 }, null, 1)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return sha256
}

/** @returns with the digest that tells back-ups apart */
export async function readManifest(folder: string): Promise<Manifest & { sha256: string }> {
  const text = await readFile(placeOf.manifest(folder), 'utf8')
  const damaged = new StartError(`The back-up in ${folder} is damaged: its manifest.json is not what was written.`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw damaged
  }
  if (
    typeof json === 'object' &&
    json !== null &&
    'format' in json &&
    typeof json.format === 'number' &&
    json.format > 1
  )
    throw new StartError(
      `The back-up in ${folder} was made by a newer version of the portal. Please restore it with that one.`,
    )
  const read = Manifest.extend({ sha256: Sha256 }).safeParse(json)
  if (!read.success) throw damaged
  const { sha256, ...manifest } = read.data
  if (sha256 !== digestOf(manifest)) throw damaged
  return { ...manifest, sha256 }
}

const digestOf = (manifest: Manifest) =>
  createHash('sha256')
    .update(JSON.stringify(Manifest.parse(manifest)))
    .digest('hex')

/** The newest back-up in a folder that holds several, or the folder itself. */
export async function findBackup(from: string): Promise<string> {
  const names = await readdir(from).catch(() => {
    throw new StartError(`There is no folder ${from}.`)
  })
  if (names.includes('manifest.json')) return from
  const newest = (await finishedIn(from)).at(-1)
  if (newest !== undefined) return newest
  const isHalf = from.endsWith(unfinished) || names.some((name) => name.endsWith(unfinished))
  throw new StartError(
    isHalf
      ? `The back-up in ${from} was not finished: it has no manifest, so nobody can say what is missing. Please use another one.`
      : `There is no back-up in ${from}: no manifest.json.`,
  )
}

/** Oldest first. */
export async function finishedIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of (await readdir(folder)).filter((each) => folderName.test(each)).toSorted())
    if ((await readdir(join(folder, name))).includes('manifest.json')) found.push(join(folder, name))
  return found
}
