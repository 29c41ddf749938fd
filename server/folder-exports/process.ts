// The process that writes one export of a folder, with connections of its own: hashing and packing hundreds of megabytes keeps no
// request waiting.
import type { Actor } from '../../domain/actor.ts'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../kit/db.ts'
import '../kit/worker-limits.ts'
import { buildParts } from '../parts.ts'
import { storeCopy, type StoredCopy } from './store.ts'

interface Order {
  config: Config
  address: DatabaseAddress
  actor: Actor
  clientFolderId: string
  storageKey: string
}

export async function write({ config, address, actor, clientFolderId, storageKey }: Order): Promise<StoredCopy> {
  // A Buffer crosses to a process as bare bytes.
  const masterKey = config.masterKey === undefined ? undefined : Buffer.from(config.masterKey)
  const parts = await buildParts({ ...config, masterKey }, address)
  try {
    return await storeCopy(parts, actor, clientFolderId, storageKey)
  } finally {
    await parts.close()
  }
}
