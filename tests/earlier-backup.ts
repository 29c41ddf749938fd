// A backup as releases before 0142 made it: not encrypted, and vouched for by nothing but a digest of itself.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { copyFiles } from '../server/keep/copy-files.ts'
import { filesNamedIn } from '../server/keep/kept-files.ts'
import { writeLines } from '../server/keep/lines.ts'
import { type Manifest, manifestText, placeOf } from '../server/keep/manifest.ts'
import { openSnapshot } from '../server/keep/snapshot.ts'
import { digestOfAll, linesOf, tablesIn } from '../server/keep/tables.ts'
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
    async function* none() {}
    const jobs = await writeLines(keyed, placeOf.jobs(folder), none())
    let bytes = 0
    async function* files() {
      for await (const { kept } of copyFiles(filesNamedIn(snapshot), store, null, folder)) {
        bytes += kept?.size ?? 0
        yield `${JSON.stringify(kept)}\n`
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
      jobs,
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
