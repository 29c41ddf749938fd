// An assignment: something the team asks a client to do.
// Lives: pending → in-progress → completed, or pending → completed; the team may take it back from completed to in-progress.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, kept, optionalDate, optionalId, requiredName, requiredText } from './text.ts'

export const AssignmentStatus = z.enum(['pending', 'in-progress', 'completed'])
export type AssignmentStatus = z.infer<typeof AssignmentStatus>

/** Whether the client is to sign a document, to upload one, or neither. */
export const AssignmentWants = z.enum(['nothing', 'signature', 'upload'])

export const AssignmentInput = z.strictObject({
  title: requiredName('Title is required'),
  description: requiredText('Description is required'),
  dueDate: optionalDate,
  documentId: optionalId,
  wants: AssignmentWants.default('nothing'),
})
export type AssignmentInput = z.infer<typeof AssignmentInput>

export const AssignmentMove = z.enum(['start', 'complete', 'reopen', 'edit'])

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
  wants: AssignmentWants,
  createdAt: Instant,
  ...kept,
})
export type Assignment = z.infer<typeof Assignment>

export const AssignmentView = Assignment.extend({ allowed: z.array(AssignmentMove) })
export type AssignmentView = z.infer<typeof AssignmentView>

/** What happened to it, oldest first. */
export const AssignmentHistory = z.array(
  z.object({ at: Instant, action: z.string(), actorName: z.string().nullable() }),
)
export const AssignmentDetails = AssignmentView.extend({ history: AssignmentHistory })

export const AssignmentStatusChange = z.strictObject({ status: AssignmentStatus })

const next: Record<AssignmentStatus, AssignmentStatus[]> = {
  pending: ['in-progress', 'completed'],
  'in-progress': ['completed'],
  completed: ['in-progress'],
}

const whatIsPossible: Record<AssignmentStatus, string> = {
  pending: 'A pending assignment can be started or completed.',
  'in-progress': 'An assignment in progress can be completed.',
  completed: 'A completed assignment can be reopened by the team.',
}

export function allowedMoves(
  assignment: Assignment,
  actor: Actor,
  folderIsOpen: boolean,
): z.infer<typeof AssignmentMove>[] {
  if (!folderIsOpen) return []
  if (assignment.status === 'completed') return isClient(actor) ? [] : ['reopen', 'edit']
  const forward = assignment.status === 'pending' ? (['start', 'complete'] as const) : (['complete'] as const)
  return isClient(actor) ? [...forward] : [...forward, 'edit']
}

/** Refuses 409 what the status forbids and 403 a client's reopening. */
export function assertCanChangeAssignmentStatus(
  assignment: Assignment,
  actor: Actor,
  to: AssignmentStatus,
): asserts to is Exclude<AssignmentStatus, 'pending'> {
  if (assignment.status === 'completed' && to === 'in-progress' && isClient(actor))
    throw forbidden('Only the team can reopen an assignment. Send them a message.')
  if (!next[assignment.status].includes(to)) throw conflict(whatIsPossible[assignment.status])
}

/** Giving and rewriting assignments is the team's. */
export function assertCanWriteAssignments(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can give or change an assignment.')
}
