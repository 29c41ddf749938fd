// Checks that a backup is what was written, by reading every file in it.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StartError } from '../kit/start-error.ts'
import { inGroups } from './stored-files.ts'
import { readLines } from './encrypted-lines.ts'
import { StoredFile, type OpenBackup, placeOf } from './manifest.ts'

/** @throws a sentence that names the first missing or damaged file */
export async function checkBackup(backup: OpenBackup): Promise<void> {
  const { folder, manifest } = backup
  for (const table of manifest.tables)
    for await (const _ of readLines(backup, placeOf.table(folder, table.name), table)) continue
  for await (const some of inGroups(filesOf(backup), 4)) await Promise.all(some.map((file) => checkFile(folder, file)))
}

export async function* filesOf(backup: OpenBackup): AsyncGenerator<StoredFile> {
  const { folder, manifest } = backup
  for await (const line of readLines(backup, placeOf.fileList(folder), manifest.files))
    yield StoredFile.parse(JSON.parse(line))
}

async function checkFile(folder: string, { key, size, sha256 }: StoredFile): Promise<void> {
  const place = placeOf.file(folder, key)
  const found = await stat(place).catch(() => null)
  if (found === null) throw damaged(place, 'is missing')
  if (found.size !== size) throw damaged(place, `has ${found.size} bytes instead of ${size}`)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(place) as AsyncIterable<Buffer>) hash.update(chunk)
  if (hash.digest('hex') !== sha256) throw damaged(place, 'was changed')
}

const damaged = (place: string, what: string) =>
  new StartError(`The backup is damaged: ${place} ${what}. Nothing was restored.`)
