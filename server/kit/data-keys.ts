// The keys that encrypt files and form fields. They are stored in the database, encrypted with the master key; rotating
// the master key re-encrypts only them, and not the data.
import { hkdfSync, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database, Reader, Tx } from './db.ts'
import { newId } from './id.ts'
import type { MasterKey } from './master-key.ts'
import { takeStartLock } from './advisory-lock.ts'
import { typed } from './row-types.ts'

export interface DataKey {
  id: string
  /** A key of 32 bytes for one purpose. */
  derive(purpose: string, salt: Uint8Array): Buffer
}

export interface DataKeys {
  /** The key for new data. */
  inUse(): Promise<DataKey>
  /** The first key, which is never replaced: for what must be computed the same way forever. */
  oldest(): Promise<DataKey>
  /** Throws for an unknown id. */
  byId(id: string): Promise<DataKey>
}

const Row = z.object({ id: z.string(), encrypted: z.instanceof(Buffer) })
type Row = z.infer<typeof Row>

export function openDataKeys(db: Database, masterKey: () => Promise<MasterKey>): DataKeys {
  const known = new Map<string, DataKey>()
  let using: Promise<DataKey> | null = null
  let first: Promise<DataKey> | null = null

  async function opened(row: Row): Promise<DataKey> {
    const key = known.get(row.id) ?? keyIn((await masterKey()).decrypt(row.encrypted, about(row.id)), row.id)
    known.set(row.id, key)
    return key
  }

  async function findOrMake(): Promise<DataKey> {
    // Loaded in any case: without its master key the portal does not start.
    const master = await masterKey()
    const row = (await rowInUse(db)) ?? (await db.transaction(origin, (tx) => make(tx, master)))
    return opened(row)
  }

  async function findOldest(): Promise<DataKey> {
    await findOrMake()
    return opened(
      await db.one(typed(Row)`select id, key_encrypted as encrypted from data_keys order by created_at, id limit 1`),
    )
  }

  return {
    inUse: () =>
      (using ??= findOrMake().catch((error: unknown) => {
        using = null
        throw error
      })),
    oldest: () =>
      (first ??= findOldest().catch((error: unknown) => {
        first = null
        throw error
      })),
    byId: async (id) =>
      known.get(id) ??
      opened(await db.one(typed(Row)`select id, key_encrypted as encrypted from data_keys where id = ${id}`)),
  }
}

/** Re-encrypts the existing keys with another master key; new data uses a new key from now on. */
export async function rewrapDataKeys(tx: Tx, from: MasterKey, to: MasterKey): Promise<number> {
  const rows = await tx.rows(typed(Row)`select id, key_encrypted as encrypted from data_keys order by id for update`)
  for (const { id, encrypted } of rows) {
    const again = to.encrypt(from.decrypt(encrypted, about(id)), about(id))
    await tx.run(sql`update data_keys set key_encrypted = ${again} where id = ${id}`)
  }
  await tx.run(sql`update data_keys set retired_at = ${tx.now} where retired_at is null`)
  await make(tx, to)
  return rows.length
}

const origin = { actorId: null, address: 'start', requestId: 'data-keys' }
const about = (id: string) => `data-keys ${id}`

const rowInUse = (reader: Reader) =>
  reader.maybe(typed(Row)`select id, key_encrypted as encrypted from data_keys where retired_at is null`)

/** If several instances create one at the same time, one succeeds. */
async function make(tx: Tx, master: MasterKey): Promise<Row> {
  await takeStartLock(tx, 'dataKeys')
  const found = await rowInUse(tx)
  if (found !== null) return found
  const id = newId()
  const encrypted = master.encrypt(randomBytes(32), about(id))
  await tx.run(sql`insert into data_keys (id, key_encrypted, created_at) values (${id}, ${encrypted}, ${tx.now})`)
  return { id, encrypted }
}

const keyIn = (bytes: Buffer, id: string): DataKey => ({
  id,
  derive: (purpose, salt) => Buffer.from(hkdfSync('sha256', bytes, salt, `portal data key: ${purpose}`, 32)),
})
