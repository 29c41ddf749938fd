// Asks the client of a folder to acknowledge a policy.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { senderName } from '../client-folders/emails.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { acknowledgmentRequested } from './emails.ts'
import { policyFor } from './queries.ts'

/** Returns null, or why the client isn't asked. Throws 404 for a retired policy, 409 for an archived folder. */
export async function requestAcknowledgment(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  slug: string,
): Promise<string | null> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'work')
  assertNotArchived(folder)
  const policy = await policyFor(tx, actor, slug)
  if (!policy.isActive) throw notFound()
  if (folder.clientId === null || folder.clientEmail === null) return 'This folder has no client yet.'
  const acknowledged = await tx.maybe(sql`
    select from hr_policy_acknowledgments
    where policy_id = ${policy.id} and number = ${policy.currentVersion} and user_id = ${folder.clientId}`)
  if (acknowledged !== null) return 'The client has already acknowledged the current version.'
  const to = { userId: folder.clientId, email: folder.clientEmail, name: folder.clientName }
  tx.mail({ ...acknowledgmentRequested(to, senderName(actor), policy), clientFolderId })
  tx.record({ action: 'hr-policy.acknowledgment-requested', id: policy.id, clientFolderId })
  return null
}
