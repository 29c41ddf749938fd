// Replaces the master key: re-encrypts every key that it protects, in one transaction.
import sql from 'sql-template-tag'
import { rewrapDataKeys } from './kit/data-keys.ts'
import type { Database } from './kit/db.ts'
import type { MasterKey } from './kit/master-key.ts'
import { rewrapSealKeys } from './seal/keys.ts'
import { StartError } from './kit/start-error.ts'
import { rewrapSecondFactors } from './second-factor/codes.ts'
import { takeAdvisoryLock } from './kit/advisory-lock.ts'

/** Returns the number of keys. */
export async function replaceMasterKey(db: Database, from: MasterKey, to: MasterKey): Promise<number> {
  if (from.fingerprint === to.fingerprint)
    throw new StartError('The database already uses this master key. Nothing was changed.')
  return db.transaction({ actorId: null, address: 'rotate-key', requestId: 'rotate-key' }, async (tx) => {
    await takeAdvisoryLock(tx, 'masterKey')
    const changed = await tx.run(sql`
      update master_key set fingerprint = ${to.fingerprint}, created_at = ${tx.now} where fingerprint = ${from.fingerprint}`)
    if (changed === 0)
      throw new StartError('The master key was replaced by someone else at the same time. Nothing was changed.')
    const count =
      (await rewrapSealKeys(tx, from, to)) +
      (await rewrapSecondFactors(tx, from, to)) +
      (await rewrapDataKeys(tx, from, to))
    tx.record({ action: 'master-key.replaced', id: null, details: { keys: count } })
    return count
  })
}
