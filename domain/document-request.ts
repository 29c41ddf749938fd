// A document request: the team requests a document from a client. States: pending → submitted (by an upload that
// answers it) → completed, or back to pending with a reason; pending → cancelled.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id, Instant, versioned, nameLimit, optionalDate, optionalText, requiredName, isStorable } from './text.ts'

export const DocumentRequestStatus = z.enum(['pending', 'submitted', 'completed', 'cancelled'])
export type DocumentRequestStatus = z.infer<typeof DocumentRequestStatus>

export const DocumentRequestPriority = z.enum(['low', 'medium', 'high'])
export type DocumentRequestPriority = z.infer<typeof DocumentRequestPriority>

/** The type of document: one of those that the screens offer (document-request-sets.ts), or free text. */
const documentType = z
  .string('Choose the type of document.')
  .max(nameLimit, `Use at most ${nameLimit} characters.`)
  .refine(isStorable, 'This contains characters that can’t be stored.')
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

export const maxRequestsAtOnce = 30

/** Several requests at a time, which share their notes, priority, and due date. */
export const DocumentRequestSetInput = z.strictObject({
  requests: z
    .array(z.strictObject({ title: requiredName('Title is required'), documentType }), 'Choose a document.')
    .min(1, 'Choose a document.')
    .max(maxRequestsAtOnce, `Request at most ${maxRequestsAtOnce} documents at a time.`),
  description: optionalText,
  priority,
  dueDate: optionalDate,
})
export type DocumentRequestSetInput = z.infer<typeof DocumentRequestSetInput>

/** `upload`: answer it with a file; `accept`, `return`, and `cancel` are for the team. */
export const DocumentRequestAction = z.enum(['upload', 'accept', 'return', 'cancel'])
export type DocumentRequestAction = z.infer<typeof DocumentRequestAction>

/** How many of its latest files are listed with a request. */
export const maxFilesNamed = 5

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
  /** Why it was returned or cancelled. */
  reason: z.string().nullable(),
  /** When it was last returned; earlier files are the returned ones. */
  returnedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  files: z.array(
    z.object({ id: Id, originalName: z.string(), uploadedByName: z.string().nullable(), createdAt: Instant }),
  ),
  fileCount: z.int(),
  createdAt: Instant,
  ...versioned,
})
export type DocumentRequest = z.infer<typeof DocumentRequest>

export const DocumentRequestView = DocumentRequest.extend({ allowed: z.array(DocumentRequestAction) })
export type DocumentRequestView = z.infer<typeof DocumentRequestView>

/** The number of requests by status in a folder, and of late ones among the pending. */
export const DocumentRequestCounts = z.object({
  pending: z.int(),
  late: z.int(),
  submitted: z.int(),
  completed: z.int(),
  cancelled: z.int(),
})
export type DocumentRequestCounts = z.infer<typeof DocumentRequestCounts>

/** Returning to pending requires a reason. */
export const DocumentRequestStatusChange = z.strictObject({
  status: z.enum(DocumentRequestStatus.options, 'Choose completed, pending, or cancelled.'),
  reason: optionalText,
})
export type DocumentRequestStatusChange = z.infer<typeof DocumentRequestStatusChange>

const whatIsPossible: Record<DocumentRequestStatus, string> = {
  pending: 'Upload a document for a pending request, or cancel it.',
  submitted: 'A submitted request can be accepted or sent back with a reason.',
  completed: 'A completed request can’t be changed.',
  cancelled: 'A canceled request can’t be changed.',
}

/** Transitions that people choose; a request becomes submitted only by an upload. */
const next: Record<DocumentRequestStatus, DocumentRequestStatus[]> = {
  pending: ['cancelled'],
  submitted: ['completed', 'pending'],
  completed: [],
  cancelled: [],
}

/** Pending past its last day in the office's calendar. The list's filter has the same rule (queries.ts). */
export const isLate = ({ status, dueDate }: Pick<DocumentRequest, 'status' | 'dueDate'>, today: string): boolean =>
  status === 'pending' && dueDate !== null && dueDate < today

export function allowedActions(
  { status }: Pick<DocumentRequest, 'status'>,
  actor: Actor,
  folderIsOpen: boolean,
): DocumentRequestAction[] {
  if (!folderIsOpen) return []
  const upload = takesFiles(status) ? (['upload'] as const) : []
  if (isClient(actor)) return [...upload]
  if (status === 'submitted') return ['accept', 'return', ...upload]
  return status === 'pending' ? [...upload, 'cancel'] : []
}

const takesFiles = (status: DocumentRequestStatus) => status === 'pending' || status === 'submitted'

/** Only the team requests documents. */
export function assertCanRequestDocument(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can request a document.')
}

/** Throws 403 for a client's verdict, 409 if the status forbids it, 400 for a return without a reason. */
export function assertCanChangeDocumentRequestStatus(
  request: Pick<DocumentRequest, 'status'>,
  actor: Actor,
  { status: to, reason }: DocumentRequestStatusChange,
): void {
  if (isClient(actor)) throw forbidden('Only the team can accept, send back, or cancel a document request.')
  if (!next[request.status].includes(to)) throw conflict(whatIsPossible[request.status])
  if (to === 'pending' && reason === null) throw invalid('reason', 'Enter what is missing.')
  if (to === 'completed' && reason !== null)
    throw invalid('reason', 'A reason can be given only when you send back or cancel a request.')
}

/** The status after an upload for it; more files may follow until the team reviews them. */
export function submit({ status }: Pick<DocumentRequest, 'status'>): 'submitted' {
  if (!takesFiles(status)) throw conflict('This document request is closed. Contact your consultant.')
  return 'submitted'
}
