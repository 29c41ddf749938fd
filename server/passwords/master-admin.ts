import sql from 'sql-template-tag'
import type { Database } from '../kit/db.ts'
import { addUser, type NewUser } from '../users/actions.ts'
import { newLink } from './links.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'

/**
 * For the command line only: adds a master administrator and returns the path of the invitation. Throws 409 for a known
 * address.
 */
export const addMasterAdmin = (db: Database, person: Omit<NewUser, 'role'>): Promise<string> =>
  db.transaction({ actorId: null, address: 'command line', requestId: 'create-admin' }, async (tx) => {
    await takeAdvisoryLock(tx, 'firstAdministrator')
    const id = await addUser(tx, { ...person, role: 'master-admin' })
    // The portal now has an administrator, so the printed set-up link is deleted.
    await tx.run(sql`delete from one_time_links where purpose = 'set-up' and used_at is null`)
    const path = await newLink(tx, id, 'invitation')
    tx.record({ action: 'user.invited', id })
    return path
  })
