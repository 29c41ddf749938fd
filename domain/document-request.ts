// A document request: a paper that the team asks a client for.
// Lives: pending → submitted (by an upload that answers it) → completed, or back to pending with a reason; pending → cancelled.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id, Instant, kept, nameLimit, optionalDate, optionalText, requiredName, storable } from './text.ts'

export const DocumentRequestStatus = z.enum(['pending', 'submitted', 'completed', 'cancelled'])
export type DocumentRequestStatus = z.infer<typeof DocumentRequestStatus>

export const DocumentRequestPriority = z.enum(['low', 'medium', 'high'])
export type DocumentRequestPriority = z.infer<typeof DocumentRequestPriority>

/** What kind of paper it is: one of those the screens offer (document-request-sets.ts), or the team's own word. */
const documentType = z
  .string('Please say what kind of document it is.')
  .max(nameLimit, `Please use at most ${nameLimit} characters.`)
  .refine(storable, 'This contains characters that cannot be stored.')
  .nullish()
  .transform((type) => (type === undefined || type === null || type.trim() === '' ? 'other' : type))

const priority = DocumentRequestPriority.default('medium')

export const DocumentRequestInput = z.strictObject({
  title: requiredName('Title is required'),
  description: optionalText,
  documentType,
  priority,
  dueDate: optionalDate,
})
export type DocumentRequestInput = z.infer<typeof DocumentRequestInput>

export const requestsInOneGo = 30

/** Several in one go: they share what is said about them, their priority and their due date. */
export const DocumentRequestSetInput = z.strictObject({
  requests: z
    .array(z.strictObject({ title: requiredName('Title is required'), documentType }), 'Please choose a document.')
    .min(1, 'Please choose a document.')
    .max(requestsInOneGo, `Please ask for at most ${requestsInOneGo} documents at once.`),
  description: optionalText,
  priority,
  dueDate: optionalDate,
})
export type DocumentRequestSetInput = z.infer<typeof DocumentRequestSetInput>

/** `upload`: answer it with a file; `accept`, `return` and `cancel` are the team's. */
export const DocumentRequestMove = z.enum(['upload', 'accept', 'return', 'cancel'])
export type DocumentRequestMove = z.infer<typeof DocumentRequestMove>

/** So many of the files that answer a request are named with it, the latest first. */
export const filesNamed = 5

export const DocumentRequest = z.object({
  id: Id,
  clientFolderId: Id,
  requestedById: Id,
  requestedByName: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  documentType: z.string(),
  priority: DocumentRequestPriority,
  status: DocumentRequestStatus,
  dueDate: z.string().nullable(),
  /** Why it was sent back, or cancelled. */
  reason: z.string().nullable(),
  /** When it was last sent back; files from before are what was sent back. */
  returnedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  files: z.array(
    z.object({ id: Id, originalName: z.string(), uploadedByName: z.string().nullable(), createdAt: Instant }),
  ),
  fileCount: z.int(),
  createdAt: Instant,
  ...kept,
})
export type DocumentRequest = z.infer<typeof DocumentRequest>

export const DocumentRequestView = DocumentRequest.extend({ allowed: z.array(DocumentRequestMove) })
export type DocumentRequestView = z.infer<typeof DocumentRequestView>

/** How many there are of each status in a folder, and how many of the pending ones are late. */
export const DocumentRequestCounts = z.object({
  pending: z.int(),
  late: z.int(),
  submitted: z.int(),
  completed: z.int(),
  cancelled: z.int(),
})
export type DocumentRequestCounts = z.infer<typeof DocumentRequestCounts>

/** Back to pending goes with a reason. */
export const DocumentRequestStatusChange = z.strictObject({
  status: z.enum(DocumentRequestStatus.options, 'Please choose completed, pending or cancelled.'),
  reason: optionalText,
})
export type DocumentRequestStatusChange = z.infer<typeof DocumentRequestStatusChange>

const whatIsPossible: Record<DocumentRequestStatus, string> = {
  pending: 'A pending request is answered by uploading a document for it, or cancelled.',
  submitted: 'A submitted request can be accepted, or sent back with a reason.',
  completed: 'A completed request stays as it is.',
  cancelled: 'A cancelled request stays as it is.',
}

/** Those that a person chooses; a request becomes submitted by an upload only. */
const next: Record<DocumentRequestStatus, DocumentRequestStatus[]> = {
  pending: ['cancelled'],
  submitted: ['completed', 'pending'],
  completed: [],
  cancelled: [],
}

/** Waiting past its last day; days are the office's. The list's filter says the same (queries.ts). */
export const isLate = ({ status, dueDate }: Pick<DocumentRequest, 'status' | 'dueDate'>, today: string): boolean =>
  status === 'pending' && dueDate !== null && dueDate < today

export function allowedMoves(
  { status }: Pick<DocumentRequest, 'status'>,
  actor: Actor,
  folderIsOpen: boolean,
): DocumentRequestMove[] {
  if (!folderIsOpen) return []
  const upload = takesFiles(status) ? (['upload'] as const) : []
  if (isClient(actor)) return [...upload]
  if (status === 'submitted') return ['accept', 'return', ...upload]
  return status === 'pending' ? [...upload, 'cancel'] : []
}

const takesFiles = (status: DocumentRequestStatus) => status === 'pending' || status === 'submitted'

/** Asking is the team's. */
export function assertCanRequestDocument(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can ask for a document.')
}

/** Refuses 403 a client's own verdict, 409 what the status forbids, 400 a return without a reason. */
export function assertCanChangeDocumentRequestStatus(
  request: Pick<DocumentRequest, 'status'>,
  actor: Actor,
  { status: to, reason }: DocumentRequestStatusChange,
): void {
  if (isClient(actor)) throw forbidden('Only the team can accept, send back or cancel a document request.')
  if (!next[request.status].includes(to)) throw conflict(whatIsPossible[request.status])
  if (to === 'pending' && reason === null) throw invalid('reason', 'Please say what is missing.')
  if (to === 'completed' && reason !== null)
    throw invalid('reason', 'A reason goes with sending back or cancelling only.')
}

/** The status that an upload for it leaves; more files may follow until the team has looked at them. */
export function submit({ status }: Pick<DocumentRequest, 'status'>): 'submitted' {
  if (!takesFiles(status)) throw conflict('This document request is closed. Please ask the team.')
  return 'submitted'
}
