// An action on many clients: each client is a recipient with its own status, processed by a job in one
// transaction. Only its sender and administrators see it. States: running → finished, or running → stopped.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { AssignmentInput } from './assignment.ts'
import { FolderStatus, FolderView } from './client-folder.ts'
import { DocumentVersionInput } from './document.ts'
import { DocumentRequestInput } from './document-request.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Slug } from './hr-policy.ts'
import { MessageInput } from './message.ts'
import { signingFields } from './signer.ts'
import { Id, Instant, versioned, searchWords } from './text.ts'

export const maxRecipients = 5000

export const BulkActionStatus = z.enum(['running', 'stopped', 'finished'])
export type BulkActionStatus = z.infer<typeof BulkActionStatus>

/** `skipped`: nothing to do for this client, or not possible. `failed`: it should have worked. */
export const BulkItemStatus = z.enum(['pending', 'done', 'skipped', 'failed'])
export type BulkItemStatus = z.infer<typeof BulkItemStatus>

/** The content that each recipient gets, by kind. */
export const bulkContents = {
  message: MessageInput,
  'document-request': DocumentRequestInput,
  /** A copy of one uploaded file in each folder, signed only by that folder's client. */
  document: DocumentVersionInput.extend({ requiresSignature: z.boolean(), signBy: signingFields.signBy }),
  /** A document belongs to one folder. */
  assignment: AssignmentInput.omit({ documentId: true, requiredAction: true }),
  'policy-acknowledgment': z.strictObject({ policy: Slug }),
  'law-update': MessageInput.extend({ lawChangeId: Id }),
  invitation: z.strictObject({}),
} as const

export type BulkKind = keyof typeof bulkContents
export const bulkKinds = Object.keys(bulkContents) as [BulkKind, ...BulkKind[]]
export const BulkKind = z.enum(bulkKinds)

const mayStart = (actor: Pick<Actor, 'role'>, kind: BulkKind) => kind !== 'invitation' || isAdministrator(actor)

export const bulkKindsFor = (actor: Pick<Actor, 'role'>): BulkKind[] =>
  bulkKinds.filter((kind) => mayStart(actor, kind))

/** Throws 403 for invitations from anyone but an administrator. */
export function assertCanStartBulkAction(actor: Actor, kind: BulkKind): void {
  if (!mayStart(actor, kind)) throw forbidden('Only administrators can invite clients.')
}

/** The folders of a list with these filters that aren't archived, or the active folders that a law update applies to. */
export const RecipientFilter = z.strictObject({
  q: searchWords.optional(),
  status: FolderStatus.optional(),
  assignedStaffId: Id.optional(),
  view: FolderView.optional(),
  lawChangeId: Id.optional(),
  /** Also those that the law update may apply to, because their size or sector is unknown. */
  includeMayApply: z.boolean().optional(),
})
export type RecipientFilter = z.infer<typeof RecipientFilter>

export const BulkRecipients = z.union(
  [
    z.strictObject({
      folderIds: z
        .array(Id)
        .min(1, 'Choose at least one client.')
        .max(maxRecipients, `Choose at most ${maxRecipients.toLocaleString('en-US')} clients.`),
    }),
    z.strictObject({ filter: RecipientFilter }),
  ],
  'Choose at least one client.',
)
export type BulkRecipients = z.infer<typeof BulkRecipients>

const of = <K extends BulkKind>(kind: K) => ({ kind: z.literal(kind), recipients: BulkRecipients })

export const BulkActionInput = z.discriminatedUnion(
  'kind',
  [
    bulkContents.message.extend(of('message')),
    bulkContents['document-request'].extend(of('document-request')),
    bulkContents.document.extend(of('document')),
    bulkContents.assignment.extend(of('assignment')),
    bulkContents['policy-acknowledgment'].extend(of('policy-acknowledgment')),
    bulkContents['law-update'].extend(of('law-update')),
    bulkContents.invitation.extend(of('invitation')),
  ],
  `Choose one of: ${bulkKinds.join(', ')}.`,
)
export type BulkActionInput = z.infer<typeof BulkActionInput>

export const BulkAction = z.object({
  id: Id,
  kind: BulkKind,
  /** The title of what was sent; the beginning of a message. */
  title: z.string(),
  status: BulkActionStatus,
  startedById: Id,
  startedByName: z.string().nullable(),
  stoppedByName: z.string().nullable(),
  /** The number of recipients by status. */
  counts: z.object({ pending: z.int(), done: z.int(), skipped: z.int(), failed: z.int() }),
  /** How many of these are clients that the reader may no longer see. Their names aren’t shown. */
  hiddenRecipients: z.int(),
  finishedAt: Instant.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type BulkAction = z.infer<typeof BulkAction>

export const BulkActionView = BulkAction.extend({ allowed: z.array(z.enum(['stop'])) })
export type BulkActionView = z.infer<typeof BulkActionView>

export const BulkActionItem = z.object({
  id: Id,
  clientFolderId: Id,
  /** The folder's name when it was sent. */
  name: z.string(),
  status: BulkItemStatus,
  /** Why it was skipped or failed. */
  reason: z.string().nullable(),
  doneAt: Instant.nullable(),
})
export type BulkActionItem = z.infer<typeof BulkActionItem>

export const RecipientCount = z.object({ count: z.int() })

export const BulkActionStatusChange = z.strictObject({
  status: z.literal('stopped', 'A bulk action can only be stopped.'),
})

/** The rule for a row; for lists it is `visibleBulkActions` (server/bulk-actions/queries.ts). */
export const allowedInBulkAction = ({ status }: Pick<BulkAction, 'status'>): BulkActionView['allowed'] =>
  status === 'running' ? ['stop'] : []

/** Maximum total size of the copies of a document that is sent to many clients. */
const maxCopiesBytes = 2_000_000_000

/** Throws 400 if the copies of a file would take too much space. */
export function assertCopiesFit(size: number, recipients: number): void {
  if (size * recipients > maxCopiesBytes)
    throw invalid(
      'documentURL',
      `This file is too large for ${recipients.toLocaleString('en-US')} clients. Make it smaller, or choose fewer clients.`,
    )
}

/** Throws 409 unless it is running. */
export function assertCanStop({ status }: Pick<BulkAction, 'status'>): void {
  if (status !== 'running') throw conflict('This bulk action has already ended, so it can’t be stopped.')
}

/** Whether the actor sees the bulk actions of others. */
export const seesAllBulkActions = (actor: Actor): boolean => isAdministrator(actor)

const titleLength = 80

/** The first line of a message, shortened. */
export function titleOfMessage(content: string): string {
  const [line = ''] = content.trim().split(/\r\n|[\n\r]/)
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1).trimEnd()}…`
}
