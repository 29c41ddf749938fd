// Notifies the team when a signer can no longer sign, because the contract or document would otherwise wait forever.
import { z } from 'zod'
import { unsafeFolder } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { signerLost } from './emails.ts'
import { teamRecipient } from './proceed.ts'
import { SignedNoun } from './queries.ts'
import { awaitedItem, maySign } from './signer-queries.ts'

const Row = z.object({
  signerId: z.string(),
  noun: SignedNoun,
  id: z.string(),
  name: z.string(),
  creatorId: z.string(),
  clientFolderId: z.string(),
  signerName: z.string(),
  maySign: z.boolean(),
})

const pendingOf = (tx: Tx, userId: string) =>
  tx.rows(typed(Row)`
    select s.id as "signerId", s.entity_type as noun, s.entity_id as id, item.name, item.creator_id as "creatorId",
      s.client_folder_id as "clientFolderId", coalesce(person_name(who.first_name, who.last_name), who.email) as "signerName",
      ${maySign} as "maySign"
    from signers s join client_folders f on f.id = s.client_folder_id join users who on who.id = coalesce(s.user_id, f.client_id)
      join lateral (${awaitedItem}) item on true
    where s.status = 'pending' and who.id = ${userId} order by s.id`)

/**
 * Runs a change to this person's permissions or account. For each contract and document that they can no longer sign, the
 * folder's team and the person who sent it are notified.
 */
export async function notifyingOfLostSigner<Result>(
  tx: Tx,
  userId: string | null,
  change: () => Promise<Result>,
): Promise<Result> {
  if (userId === null) return change()
  const before = new Set((await pendingOf(tx, userId)).flatMap((row) => (row.maySign ? [row.signerId] : [])))
  const result = await change()
  if (before.size === 0) return result
  for (const row of await pendingOf(tx, userId)) {
    if (row.maySign || !before.has(row.signerId)) continue
    const folder = await unsafeFolder(tx, row.clientFolderId)
    tx.publish({ type: row.noun, id: row.id, clientFolderId: folder.id })
    const creator = await teamRecipient(tx, { folder, noun: row.noun }, row.creatorId)
    for (const email of signerLost(folder, row, row.signerName, creator)) tx.mail(email)
  }
  return result
}
