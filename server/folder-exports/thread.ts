// The thread that writes one copy of a folder, with connections of its own, and ends: hashing and packing hundreds of megabytes
// keeps no request waiting.
import { parentPort, workerData } from 'node:worker_threads'
import type { Actor } from '../../domain/actor.ts'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../kit/db.ts'
import { buildParts } from '../parts.ts'
import { storeCopy, type StoredCopy } from './store.ts'

/** What the thread is given. */
export interface Order {
  config: Config
  address: DatabaseAddress
  actor: Actor
  clientFolderId: string
  storageKey: string
}

/** What it answers with before it ends. */
export type Made = { copy: StoredCopy } | { failure: string }

void work(workerData as Order).then((made) => parentPort?.postMessage(made))

async function work({ config, address, actor, clientFolderId, storageKey }: Order): Promise<Made> {
  // A Buffer crosses to a thread as bare bytes.
  const masterKey = config.masterKey === undefined ? undefined : Buffer.from(config.masterKey)
  const parts = await buildParts({ ...config, masterKey }, address)
  try {
    return { copy: await storeCopy(parts, actor, clientFolderId, storageKey) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    await parts.close()
  }
}
