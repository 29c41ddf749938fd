import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  assertCanStartBulkAction,
  assertCanStop,
  assertCopiesFit,
  type BulkActionInput,
  type BulkActionView,
  titleOfMessage,
} from '../../domain/bulk-action.ts'
import { invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import type { AppContext } from '../app-context.ts'
import { type ExaminedUpload, examineUpload } from '../documents/actions.ts'
import { policyFor } from '../hr-policies/queries.ts'
import { newId } from '../kit/id.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { bundledChanges } from '../law-changes/bundled.ts'
import { bulkActionFor } from './queries.ts'
import { recipientsOf } from './recipients.ts'

/** Administrators are notified of everything. */
export const bulkActionChange = (id: string, startedById: string): ChangeEvent => ({
  type: 'bulk-actions',
  id,
  userIds: [startedById],
})

/** @param uploadId of the document that is sent; null if its address names no upload of this portal */
export async function startBulkAction(
  context: Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>,
  origin: Origin,
  actor: Actor,
  input: BulkActionInput,
  uploadId: string | null,
): Promise<BulkActionView> {
  assertCanStartBulkAction(actor, input.kind)
  // Not in the transaction: the file is inspected first, which takes a while.
  const upload = input.kind === 'document' ? await examineUpload(context, origin, actor, input, uploadId) : null
  if (upload?.scan === 'infected')
    throw invalid('documentURL', 'The virus scanner found a problem in this file. Choose a clean copy.')
  return context.db.transaction(origin, (tx) => createBulkAction(tx, actor, input, upload))
}

/** Stores the action with its recipients; a job handles them. */
async function createBulkAction(tx: Tx, actor: Actor, input: BulkActionInput, upload: ExaminedUpload | null) {
  const title = await titleOf(tx, actor, input)
  const { kind, recipients: chosen, ...given } = input
  const recipients = await recipientsOf(tx, actor, chosen)
  if (upload !== null) assertCopiesFit(upload.size, recipients.length)
  const content = upload === null ? given : { ...given, upload }
  const id = newId()
  await tx.run(sql`
    insert into bulk_actions (id, kind, title, content, upload_id, started_by_id, created_at)
    values (${id}, ${kind}, ${title}, ${JSON.stringify(content)}, ${upload?.id ?? null}, ${actor.id}, ${tx.now})`)
  const rows = recipients.map((folder) => ({ id: newId(), client_folder_id: folder.id, name: folder.name }))
  await tx.run(sql`
    insert into bulk_action_items (id, bulk_action_id, client_folder_id, name)
    select r.id, ${id}, r.client_folder_id, r.name from ${rowsOf('id uuid, client_folder_id uuid, name text', rows)}`)
  await tx.rows(sql`select graphile_worker.add_job('run-bulk-actions', job_key => 'run-bulk-actions')`)
  tx.record(
    { action: 'bulk-action.started', id, details: { kind, recipients: recipients.length } },
    bulkActionChange(id, actor.id),
  )
  return bulkActionFor(tx, actor, id)
}

/** Throws 400 for a policy or a law update that the actor may not send. */
async function titleOf(tx: Tx, actor: Actor, input: BulkActionInput): Promise<string> {
  switch (input.kind) {
    case 'message':
      return titleOfMessage(input.content)
    case 'document':
      return input.originalName
    case 'document-request':
    case 'assignment':
      return input.title
    case 'invitation':
      return 'Invitation to the portal'
    case 'policy-acknowledgment': {
      const sentence = 'Choose an active policy.'
      const policy = await policyFor(tx, actor, input.policy).catch(notFoundAsInvalid('policy', sentence))
      if (!policy.isActive) throw invalid('policy', sentence)
      return policy.title
    }
    case 'law-update': {
      const change = bundledChanges().find(({ id }) => id === input.lawChangeId)
      if (change === undefined) throw invalid('lawChangeId', 'Choose a law update.')
      return change.title
    }
  }
}

/** Waits for the recipients that are being processed. After that, no one else receives anything. */
export async function stopBulkAction(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<BulkActionView> {
  const action = await bulkActionFor(tx, actor, id, { lock: true })
  assertCanStop(action)
  assertVersion(action, ifMatch)
  await tx.run(sql`
    update bulk_actions set status = 'stopped', stopped_by_id = ${actor.id}, finished_at = ${tx.now}, version = version + 1
    where id = ${id}`)
  tx.record(
    { action: 'bulk-action.stopped', id, details: { counts: action.counts } },
    bulkActionChange(id, action.startedById),
  )
  return bulkActionFor(tx, actor, id)
}
