// A service request: what a visitor asks for, and how the team takes it up.
// Lives: pending → in-progress → completed; pending or in-progress → cancelled.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { isAdministrator, isStaff } from './actor.ts'
import { conflict, forbidden, invalid, notFound } from './errors.ts'
import { companySizes, industries } from './industries.ts'
import {
  emailAddress,
  Id,
  Instant,
  kept,
  optionalChoice,
  optionalId,
  optionalWebAddress,
  requiredName,
  requiredPersonName,
  requiredText,
} from './text.ts'

export const serviceTypes = ['hr-operations', 'hr-consulting', 'talent-acquisition', 'leadership-coaching'] as const
export const serviceTypeLabels: Record<(typeof serviceTypes)[number], string> = {
  'hr-operations': 'HR Operations and Compliance',
  'hr-consulting': 'HR Consulting',
  'talent-acquisition': 'Talent Acquisition',
  'leadership-coaching': 'Leadership & Training',
}
export const ServiceType = z.enum(serviceTypes)
export type ServiceType = z.infer<typeof ServiceType>

export const ServiceRequestStatus = z.enum(['pending', 'in-progress', 'completed', 'cancelled'])
export type ServiceRequestStatus = z.infer<typeof ServiceRequestStatus>

/** What the public form sends. */
export const ServiceRequestInput = z.strictObject({
  businessName: requiredName('Business name is required'),
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
  email: emailAddress('Valid email is required'),
  phone: requiredName('Phone number is required'),
  website: optionalWebAddress,
  services: z
    .array(ServiceType, 'Please select at least one service')
    .min(1, 'Please select at least one service')
    .max(serviceTypes.length, 'Please select each service once')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Please select each service once'),
  needsDescription: requiredText('Please describe what you need'),
  businessGoals: requiredText('Please tell us your business goals'),
  industry: optionalChoice(industries),
  companySize: optionalChoice(companySizes),
})
export type ServiceRequestInput = z.infer<typeof ServiceRequestInput>

export const ServiceRequestMove = z.enum(['accept', 'complete', 'cancel', 'assign', 'open-folder'])
export type ServiceRequestMove = z.infer<typeof ServiceRequestMove>

export const ServiceRequest = z.object({
  id: Id,
  /** What whoever asked can name on the phone; older requests have none. */
  reference: z.string().nullable(),
  businessName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string().nullable(),
  services: z.array(ServiceType),
  needsDescription: z.string(),
  businessGoals: z.string(),
  industry: z.string().nullable(),
  companySize: z.string().nullable(),
  status: ServiceRequestStatus,
  assignedStaffId: Id.nullable(),
  assignedStaffName: z.string().nullable(),
  clientFolderId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type ServiceRequest = z.infer<typeof ServiceRequest>

export const ServiceRequestView = ServiceRequest.extend({ allowed: z.array(ServiceRequestMove) })
export type ServiceRequestView = z.infer<typeof ServiceRequestView>

/** What whoever sent a request gets to know, once: the page of its private link. */
export const SubmittedRequest = ServiceRequestView.extend({ statusPath: z.string() })
export type SubmittedRequest = z.infer<typeof SubmittedRequest>

/** How much of a request's description its list shows. */
export const excerptLength = 1000

/** A request in a list: what one needs to decide which to open. The description is cut after a thousand characters. */
export const ServiceRequestSummary = ServiceRequestView.omit({
  website: true,
  businessGoals: true,
  industry: true,
  companySize: true,
})
export type ServiceRequestSummary = z.infer<typeof ServiceRequestSummary>

/** Staff name nobody or themselves when they accept; an administrator may name any staff member, or nobody. */
export const StatusChange = z.strictObject({
  status: ServiceRequestStatus,
  assignedStaffId: optionalId,
})
export type StatusChange = z.infer<typeof StatusChange>

export const AssigneeChange = z.strictObject({ assignedStaffId: Id })

const nextStatuses: Record<ServiceRequestStatus, ServiceRequestStatus[]> = {
  pending: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

const whatIsPossible: Record<ServiceRequestStatus, string> = {
  pending: 'A pending request can be accepted or cancelled.',
  'in-progress': 'A request in progress can be completed or cancelled.',
  completed: 'A completed request stays as it is.',
  cancelled: 'A cancelled request stays as it is.',
}

/** What a request's moves depend on. */
export const MoveFacts = ServiceRequest.pick({ status: true, assignedStaffId: true, clientFolderId: true })
export type MoveFacts = z.infer<typeof MoveFacts>

const holds = (request: MoveFacts, actor: Actor) => request.assignedStaffId === actor.id

/** Staff see what is pending and what is theirs; administrators see all. The list's SQL says the same (queries.ts). */
export const maySeeRequest = (request: ServiceRequest, actor: Actor) =>
  isAdministrator(actor) || (isStaff(actor) && (request.status === 'pending' || holds(request, actor)))

export function allowedMoves(request: MoveFacts, actor: Actor): ServiceRequestMove[] {
  const runs = isAdministrator(actor) || holds(request, actor)
  const moves: ServiceRequestMove[] = []
  if (request.status === 'pending') moves.push('accept')
  if (request.status === 'in-progress' && runs) {
    if (request.clientFolderId === null) moves.push('open-folder')
    if (isAdministrator(actor)) moves.push('assign')
    moves.push('complete')
  }
  if (nextStatuses[request.status].includes('cancelled') && runs) moves.push('cancel')
  return moves
}

/** What a request becomes by an action; it never becomes pending again. */
export interface RequestState {
  status: Exclude<ServiceRequestStatus, 'pending'>
  assignedStaffId: string | null
}

/**
 * The status and the holder that a request gets by a move.
 * Refuses 409 what its state forbids (the loser of an accept is told who holds it), 403 what is another's to do.
 */
export function changeStatus(request: ServiceRequest, actor: Actor, change: StatusChange): RequestState {
  if (change.status === 'in-progress') return accept(request, actor, change.assignedStaffId)
  if (!maySeeRequest(request, actor)) throw notFound()
  if (!isAdministrator(actor) && !holds(request, actor))
    throw forbidden('Only the person who accepted this request can complete or cancel it.')
  if (change.status === 'pending' || !nextStatuses[request.status].includes(change.status))
    throw conflict(whatIsPossible[request.status])
  return { status: change.status, assignedStaffId: request.assignedStaffId }
}

function accept(request: ServiceRequest, actor: Actor, named: string | null) {
  if (request.status === 'in-progress') throw conflict(holderSentence(request, actor))
  if (!maySeeRequest(request, actor)) throw notFound()
  if (request.status !== 'pending') throw conflict(whatIsPossible[request.status])
  if (isAdministrator(actor)) return { status: 'in-progress' as const, assignedStaffId: named }
  if (named !== null && named !== actor.id)
    throw invalid('assignedStaffId', 'You can accept a request for yourself only.')
  return { status: 'in-progress' as const, assignedStaffId: actor.id }
}

function holderSentence(request: ServiceRequest, actor: Actor) {
  if (holds(request, actor)) return 'You have already accepted this request.'
  return `This request has already been accepted by ${request.assignedStaffName ?? 'an administrator'}.`
}

/** Who holds an accepted request may be changed by administrators. */
export function assertCanAssignRequest(request: ServiceRequest, actor: Actor): void {
  if (!maySeeRequest(request, actor)) throw notFound()
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can assign a request to someone.')
  if (request.status !== 'in-progress') throw conflict('Only a request in progress has someone assigned to it.')
}
