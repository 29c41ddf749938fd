// Writes one folder export in a separate process with its own connections, because hashing and compressing hundreds of
// megabytes would block requests.
import '../kit/worker-limits.ts'
import { createContext } from '../create-context.ts'
import { type ExportOrder, storeExport, type StoredExport } from './store.ts'

export async function write({
  config,
  address,
  actor,
  clientFolderId,
  storageKey,
}: ExportOrder): Promise<StoredExport> {
  // A Buffer arrives in the process as a plain Uint8Array.
  const masterKey = config.masterKey === undefined ? undefined : Buffer.from(config.masterKey)
  const context = await createContext({ ...config, masterKey }, address)
  try {
    return await storeExport(context, actor, clientFolderId, storageKey)
  } finally {
    await context.close()
  }
}
