// Invites the client and the contacts of a folder who have no password yet, such as those of an import.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { assertCanInviteUser } from '../../domain/user.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { unconfirmedEmailsPerDay } from '../../domain/invitation-limit.ts'
import { limitedUntil } from '../emails/unconfirmed-limit.ts'
import type { Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { sendInvitation } from './actions.ts'
import { lockedUser } from './queries.ts'

/**
 * Returns null, or why no one was invited.
 * @param since of the bulk action: someone in several of its folders gets one invitation
 */
export async function inviteInFolder(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  since: Date,
): Promise<string | null> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'work')
  assertNotArchived(folder)
  if (folder.clientId === null && folder.contacts.length === 0) return 'This folder has no client yet.'
  const ids = [folder.clientId, ...folder.contacts.map(({ userId }) => userId)]
  const people = await tx.rows(typed(IdRow)`
    select u.id from users u
    where u.id = any(${ids}::uuid[]) and u.role = 'client' and u.is_active and u.password is null order by u.id`)
  let invited = 0
  let limited = 0
  for (const { id } of people) {
    const user = await lockedUser(tx, id)
    if (user.hasPassword || (await wasInvited(tx, id, since))) continue
    assertCanInviteUser(user, actor)
    if ((await limitedUntil(tx, user.email)) !== null) limited++
    else {
      await sendInvitation(tx, user)
      invited++
    }
  }
  if (limited > 0) return limitSentence(invited)
  if (invited > 0) return null
  return people.length === 0 ? 'Everyone in this folder has set up their account.' : 'They were already invited.'
}

const limitSentence = (invited: number): string =>
  `${invited === 0 ? 'No email was sent' : 'Not everyone was invited'}: someone who hasn’t set up their account gets at most ${unconfirmedEmailsPerDay} emails a day. Invite them again tomorrow.`

const wasInvited = async (tx: Tx, userId: string, since: Date): Promise<boolean> =>
  (await tx.maybe(sql`
    select from one_time_links where user_id = ${userId} and purpose = 'invitation' and created_at >= ${since}`)) !==
  null
