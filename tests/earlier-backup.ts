// A backup in the format of releases before 0142: unencrypted, with only a digest for integrity.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { copyFiles } from '../server/backup/copy-files.ts'
import { referencedFilesIn } from '../server/backup/stored-files.ts'
import { writeLines } from '../server/backup/encrypted-lines.ts'
import { type Manifest, manifestText, placeOf } from '../server/backup/manifest.ts'
import { openSnapshot } from '../server/backup/snapshot.ts'
import { digestOfAll, linesOf, tablesIn } from '../server/backup/tables.ts'
import type { DatabaseAddress } from '../server/kit/db.ts'
import type { Store } from '../server/file-storage/file-store.ts'
import { typed } from '../server/kit/row-types.ts'

export async function writeEarlierBackup(
  { address, store }: { address: DatabaseAddress; store: Store },
  folder: string,
  change: (manifest: Manifest) => Manifest = (manifest) => manifest,
): Promise<Manifest> {
  const keyed = { folder, key: null }
  for (const part of ['', '/database', '/files']) await mkdir(`${folder}${part}`, { recursive: true })
  const snapshot = await openSnapshot(address)
  try {
    const tables: Manifest['tables'] = []
    for (const table of await tablesIn(snapshot, 'everything')) {
      const written = await writeLines(keyed, placeOf.table(folder, table.name), linesOf(snapshot, table))
      tables.push({ name: table.name, columns: table.columns, ...written })
    }
    let bytes = 0
    const { hasFiles } = await snapshot.one(
      typed(z.object({ hasFiles: z.boolean() }))`select to_regclass('archived_pdfs') is not null as "hasFiles"`,
    )
    async function* files() {
      // The queries use today's table names; a database from before 0200 has no files here.
      if (!hasFiles) return
      for await (const { file } of copyFiles(referencedFilesIn(snapshot), store, null, folder)) {
        bytes += file?.size ?? 0
        yield `${JSON.stringify(file)}\n`
      }
    }
    const list = await writeLines(keyed, placeOf.fileList(folder), files())
    const { there } = await snapshot.one(
      typed(z.object({ there: z.boolean() }))`select to_regclass('master_key') is not null as there`,
    )
    const masterKey = there
      ? ((await snapshot.maybe(typed(z.object({ fingerprint: z.string() }))`select fingerprint from master_key`))
          ?.fingerprint ?? null)
      : null
    const { schema } = await snapshot.one(
      typed(z.object({ schema: z.array(z.string()) }))`select array_agg(name order by name) as schema from migrations`,
    )
    const at = new Date().toISOString()
    const facts = { release: '0.0.9', at, postgres: '18', schema, masterKey, trail: null }
    const rowsDigest = digestOfAll(tables)
    const manifest = change({
      format: 1,
      ...facts,
      tables,
      rowsDigest,
      files: { ...list, bytes },
      discarded: [],
      missing: [],
    })
    const sha256 = createHash('sha256').update(manifestText(manifest)).digest('hex')
    await writeFile(placeOf.manifest(folder), JSON.stringify({ ...manifest, sha256 }))
    return manifest
  } finally {
    await snapshot.close()
  }
}
