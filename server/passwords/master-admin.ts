import sql from 'sql-template-tag'
import type { Database } from '../kit/db.ts'
import { addUser, type NewUser } from '../users/actions.ts'
import { newLink } from './links.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'

/** For the command line only: adds a master-admin and answers the path of the invitation. A known address is a 409. */
export const addMasterAdmin = (db: Database, person: Omit<NewUser, 'role'>): Promise<string> =>
  db.transaction({ actorId: null, address: 'command line', requestId: 'create-admin' }, async (tx) => {
    await takeAdvisoryLock(tx, 'firstAdministrator')
    const id = await addUser(tx, { ...person, role: 'master-admin' })
    // From now on there is somebody to ask, so a printed set-up link makes nobody an administrator any more.
    await tx.run(sql`delete from one_time_links where purpose = 'set-up' and used_at is null`)
    const path = await newLink(tx, id, 'invitation')
    tx.record({ action: 'user.invited', id })
    return path
  })
