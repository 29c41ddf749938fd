// A portal that was backed up, empty places to bring it back to, and what came of it there.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPending } from '../server/audit/chain.ts'
import { makeBackup } from '../server/keep/backup.ts'
import { restoreBackup } from '../server/keep/restore.ts'
import { verifyAll } from '../server/keep/verify.ts'
import type { Store } from '../server/file-storage/file-store.ts'
import { filesIn } from '../server/file-storage/files-in.ts'
import { masterKeyFile } from '../server/kit/master-key.ts'
import { diskStore } from '../server/file-storage/open-store.ts'
import { buildParts } from '../server/parts.ts'
import { fillPortal } from './kept.ts'
import { emptyPlace, type Place } from './places.ts'
import { createWorld } from './world.ts'

const migrations = join(import.meta.dirname, '../server/migrations')

export type BackedUp = Awaited<ReturnType<typeof backedUpPortal>>

/** A portal with something of most kinds in it, and its first back-up, which no story changes. */
export async function backedUpPortal() {
  const world = await createWorld()
  const kept = await fillPortal(world)
  /** Where its back-ups are. */
  const to = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  const places: Place[] = []
  const backUp = (more: object = {}) => makeBackup(world.parts, { to, release: '0.1.0', ...more })
  const masterKey = () => readFile(masterKeyFile(world.config), 'utf8')
  await linkPending(world.db, world.parts.dataKeys)
  return {
    world,
    kept,
    to,
    first: await backUp(),
    backUp,
    masterKey,
    /** An empty one, with the master key of the portal unless told otherwise. */
    async place(settings?: NodeJS.ProcessEnv): Promise<Place> {
      const made = await emptyPlace(settings ?? { MASTER_KEY: await masterKey() })
      places.push(made)
      return made
    },
    async close() {
      await world.close()
      await Promise.all(places.map((place) => place.remove()))
      await rm(to, { recursive: true, force: true })
    },
  }
}

export const restore = (
  { config, address }: Place,
  from: string,
  store: Store = diskStore(config),
  options: { unverified?: boolean } = {},
) => restoreBackup({ config, openDatabase: async () => address, store, migrations }, from, options)

/** What `npm run verify` finds there. */
export async function verified({ config, address }: Place, store?: Store) {
  const parts = await buildParts(config, address)
  try {
    return await verifyAll(store === undefined ? parts : { ...parts, files: filesIn(store, parts.dataKeys) })
  } finally {
    await parts.close()
  }
}
