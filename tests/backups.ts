// A portal with a backup, empty places to restore it to, and checks of the result.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPending } from '../server/audit-log/chain.ts'
import { makeBackup } from '../server/backup/create-backup.ts'
import { restoreBackup } from '../server/backup/restore.ts'
import { verifyAll } from '../server/backup/verify.ts'
import type { Store } from '../server/file-storage/file-store.ts'
import { filesIn } from '../server/file-storage/files-in.ts'
import { masterKeyFile } from '../server/kit/master-key.ts'
import { diskStore } from '../server/file-storage/open-store.ts'
import { createContext } from '../server/create-context.ts'
import { fillPortal } from './filled-portal.ts'
import { emptyPlace, type Place } from './empty-folder.ts'
import { createTestApp } from './test-app.ts'

const migrations = join(import.meta.dirname, '../server/migrations')

export type BackedUp = Awaited<ReturnType<typeof backedUpPortal>>

/** A portal with records of most kinds, and its first backup, which no test changes. */
export async function backedUpPortal() {
  const testApp = await createTestApp()
  const records = await fillPortal(testApp)
  /** The folder of its backups. */
  const to = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  const places: Place[] = []
  const backUp = (more: object = {}) => makeBackup(testApp.context, { to, release: '0.1.0', ...more })
  const masterKey = () => readFile(masterKeyFile(testApp.config), 'utf8')
  await linkPending(testApp.db, testApp.context.dataKeys)
  return {
    testApp,
    records,
    to,
    first: await backUp(),
    backUp,
    masterKey,
    /** An empty place, with the portal's master key by default. */
    async place(settings?: NodeJS.ProcessEnv): Promise<Place> {
      const place = await emptyPlace(settings ?? { MASTER_KEY: await masterKey() })
      places.push(place)
      return place
    },
    async close() {
      await testApp.close()
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

/** The findings of `npm run verify` there. */
export async function verified({ config, address }: Place, store?: Store) {
  const context = await createContext(config, address)
  try {
    return await verifyAll(store === undefined ? context : { ...context, files: filesIn(store, context.dataKeys) })
  } finally {
    await context.close()
  }
}
