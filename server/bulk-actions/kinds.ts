// What a recipient of each kind of bulk action gets: the single action, with its rights, audit entry, and email.
import type { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { type BulkKind, bulkContents } from '../../domain/bulk-action.ts'
import { createAssignment } from '../assignments/actions.ts'
import { sendCopy, StoredDocument } from './documents.ts'
import { createDocumentRequest } from '../document-requests/actions.ts'
import { requestAcknowledgment } from '../hr-policies/request-acknowledgment.ts'
import type { AppContext } from '../app-context.ts'
import type { Tx } from '../kit/db.ts'
import { sendMessage } from '../messages/actions.ts'
import { inviteInFolder } from '../users/invite-in-folder.ts'

/** Returns null, or why there was nothing to do for this folder. */
type Deliver<K extends BulkKind> = (
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  content: z.output<(typeof bulkContents)[K]>,
  to: Delivery,
) => Promise<unknown>

interface Delivery {
  context: Pick<AppContext, 'db' | 'files'>
  /** Of the recipient; a document that is sent gets it too. */
  itemId: string
  startedAt: Date
}

const message: Deliver<'message' | 'law-update'> = (tx, actor, folderId, { content }) =>
  sendMessage(tx, actor, folderId, { content }, { isReply: false })

const kinds: { [K in BulkKind]: Deliver<K> } = {
  message,
  'law-update': message,
  'document-request': createDocumentRequest,
  document: (tx, actor, folderId, content, { context, itemId }) =>
    sendCopy(context, tx, actor, folderId, StoredDocument.parse(content), itemId),
  assignment: (tx, actor, folderId, content) =>
    createAssignment(tx, actor, folderId, { ...content, documentId: null, requiredAction: 'nothing' }),
  'policy-acknowledgment': (tx, actor, folderId, { policy }) => requestAcknowledgment(tx, actor, folderId, policy),
  invitation: (tx, actor, folderId, _content, { startedAt }) => inviteInFolder(tx, actor, folderId, startedAt),
}

interface StoredAction {
  kind: BulkKind
  content: unknown
}

/** Returns null, or why there was nothing to do. The content was validated when the action was stored. */
export async function deliver(
  tx: Tx,
  actor: Actor,
  folderId: string,
  { kind, content }: StoredAction,
  delivery: Delivery,
) {
  // TypeScript can't infer that both belong to the same kind.
  const result = await (kinds[kind] as Deliver<BulkKind>)(tx, actor, folderId, content as never, delivery)
  return typeof result === 'string' ? result : null
}
