// An assignment: something the team asks a client to do. States: pending → in-progress → completed, or pending →
// completed; the team may reopen a completed one to in-progress, and cancel a pending or started one with a reason.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id, Instant, versioned, optionalDate, optionalId, optionalText, requiredName, requiredText } from './text.ts'

export const AssignmentStatus = z.enum(['pending', 'in-progress', 'completed', 'cancelled'])
export type AssignmentStatus = z.infer<typeof AssignmentStatus>

/** Whether the client must sign a document, upload one, or neither. */
export const RequiredAction = z.enum(['nothing', 'signature', 'upload'])

export const AssignmentInput = z.strictObject({
  title: requiredName('Title is required'),
  description: requiredText('Description is required'),
  dueDate: optionalDate,
  documentId: optionalId,
  requiredAction: RequiredAction.default('nothing'),
})
export type AssignmentInput = z.infer<typeof AssignmentInput>

export const AssignmentAction = z.enum(['start', 'complete', 'reopen', 'edit', 'cancel', 'comment'])

export const Assignment = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  clientFolderId: Id,
  assignedById: Id,
  assignedByName: z.string().nullable(),
  status: AssignmentStatus,
  dueDate: z.string().nullable(),
  completedAt: Instant.nullable(),
  documentId: Id.nullable(),
  requiredAction: RequiredAction,
  /** Why it was cancelled. */
  reason: z.string().nullable(),
  createdAt: Instant,
  ...versioned,
})
export type Assignment = z.infer<typeof Assignment>

export const AssignmentView = Assignment.extend({ allowed: z.array(AssignmentAction) })
export type AssignmentView = z.infer<typeof AssignmentView>

/** Its history, oldest first. */
export const AssignmentHistory = z.array(
  z.object({ at: Instant, action: z.string(), actorName: z.string().nullable() }),
)
export const AssignmentDetails = AssignmentView.extend({ history: AssignmentHistory })

/** Days from the due date to the client's reminders of an assignment that isn't completed. */
export const assignmentReminderDays = [-2, 1] as const

export const AssignmentStatusChange = z.strictObject({ status: AssignmentStatus, reason: optionalText })
export type AssignmentStatusChange = z.infer<typeof AssignmentStatusChange>

const next: Record<AssignmentStatus, AssignmentStatus[]> = {
  pending: ['in-progress', 'completed', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: ['in-progress'],
  cancelled: [],
}

const possibleChanges: Record<AssignmentStatus, string> = {
  pending: 'A pending assignment can be started, completed, or canceled.',
  'in-progress': 'An assignment in progress can be completed or canceled.',
  completed: 'Only the team can reopen a completed assignment.',
  cancelled: 'This assignment was canceled.',
}

export function allowedActions(
  assignment: Assignment,
  actor: Actor,
  folderIsOpen: boolean,
): z.infer<typeof AssignmentAction>[] {
  if (!folderIsOpen) return []
  if (assignment.status === 'cancelled') return []
  if (assignment.status === 'completed') return isClient(actor) ? ['comment'] : ['reopen', 'edit', 'comment']
  const forward = assignment.status === 'pending' ? (['start', 'complete'] as const) : (['complete'] as const)
  return isClient(actor) ? [...forward, 'comment'] : [...forward, 'edit', 'cancel', 'comment']
}

/** Throws 409 if the status forbids it, 403 if a client reopens or cancels, 400 for a cancellation without a reason. */
export function assertCanChangeAssignmentStatus(
  assignment: Assignment,
  actor: Actor,
  { status: to, reason }: AssignmentStatusChange,
): void {
  if (to === 'cancelled' && isClient(actor)) throw forbidden('Only the team can cancel an assignment.')
  if (assignment.status === 'completed' && to === 'in-progress' && isClient(actor))
    throw forbidden('Only the team can reopen an assignment. Send them a message.')
  if (!next[assignment.status].includes(to)) throw conflict(possibleChanges[assignment.status])
  if (to === 'cancelled' && reason === null) throw invalid('reason', 'Enter a reason.')
  if (to !== 'cancelled' && reason !== null)
    throw invalid('reason', 'A reason can be given only when you cancel an assignment.')
}

/** A cancelled assignment can no longer be edited or commented on. */
export function assertNotCancelled({ status }: Pick<Assignment, 'status'>): void {
  if (status === 'cancelled') throw conflict(possibleChanges.cancelled)
}

/** Only the team creates and edits assignments. */
export function assertCanWriteAssignments(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can create or edit an assignment.')
}
