// A service request by a visitor, and its handling by the team. States: pending → in-progress → completed; pending or
// in-progress → cancelled.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { isAdministrator, isClient, isStaff } from './actor.ts'
import { looksAutomated, submissionSigns } from './automated-submission.ts'
import { conflict, forbidden, invalid, notFound } from './errors.ts'
import { mayUsePart } from './folder-rights.ts'
import { companySizes, industries } from './industries.ts'
import { maxServices } from './public-site.ts'
import { ServiceKey } from './service-catalog.ts'
import {
  emailAddress,
  Id,
  Instant,
  versioned,
  optionalChoice,
  optionalId,
  optionalWebAddress,
  requiredName,
  requiredPersonName,
  requiredText,
} from './text.ts'

export const ServiceRequestStatus = z.enum(['pending', 'in-progress', 'completed', 'cancelled'])
export type ServiceRequestStatus = z.infer<typeof ServiceRequestStatus>

/** Keys of the catalog; which of them are offered is checked when the request is saved. */
export const RequestedServices = z
  .array(ServiceKey, 'Please select at least one service')
  .min(1, 'Please select at least one service')
  .max(maxServices, 'Select each service only once')
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Select each service only once')

/** The fields of the public form. */
export const ServiceRequestInput = z.strictObject({
  businessName: requiredName('Business name is required'),
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
  email: emailAddress('Valid email is required'),
  phone: requiredName('Phone number is required'),
  website: optionalWebAddress,
  services: RequestedServices,
  needsDescription: requiredText('Enter what you need'),
  businessGoals: requiredText('Enter your business goals'),
  industry: optionalChoice(industries),
  companySize: optionalChoice(companySizes),
})
export type ServiceRequestInput = z.infer<typeof ServiceRequestInput>

/** A client's request for more services in a folder; the rest comes from their account and the folder. */
export const MoreServicesInput = z.strictObject({
  services: RequestedServices,
  needsDescription: requiredText('Enter what you need'),
})
export type MoreServicesInput = z.infer<typeof MoreServicesInput>

/** The fields of the public form, with what tells people from programs. */
export const ServiceRequestSubmission = ServiceRequestInput.extend(submissionSigns)
export type ServiceRequestSubmission = z.infer<typeof ServiceRequestSubmission>

/** Whether it is probably spam. Never true for the team, who are signed in. */
export function looksLikeSpam(request: ServiceRequestSubmission, actor: Actor | null): boolean {
  if (actor !== null && !isClient(actor)) return false
  return looksAutomated(request, `${request.needsDescription} ${request.businessGoals}`)
}

export const ServiceRequestAction = z.enum([
  'accept',
  'complete',
  'cancel',
  'assign',
  'open-folder',
  'not-spam',
  'merge',
])
export type ServiceRequestAction = z.infer<typeof ServiceRequestAction>

export const ServiceRequest = z.object({
  id: Id,
  /** A reference to give on the phone; older requests have none. */
  reference: z.string().nullable(),
  businessName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string().nullable(),
  services: z.array(ServiceKey),
  /** In the order of `services`, as they were named when the request was submitted. */
  serviceNames: z.array(z.string()),
  needsDescription: z.string(),
  businessGoals: z.string(),
  industry: z.string().nullable(),
  companySize: z.string().nullable(),
  status: ServiceRequestStatus,
  /** Listed apart from the others, and not counted, until someone marks it as not spam. */
  isSuspectedSpam: z.boolean(),
  assignedStaffId: Id.nullable(),
  assignedStaffName: z.string().nullable(),
  clientFolderId: Id.nullable(),
  /** The folder of the client who requests more services; null for anyone else. */
  existingFolderId: Id.nullable(),
  existingFolderName: z.string().nullable(),
  /** The request that is handled instead of this one. */
  mergedIntoId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type ServiceRequest = z.infer<typeof ServiceRequest>

export const ServiceRequestView = ServiceRequest.extend({ allowed: z.array(ServiceRequestAction) })
export type ServiceRequestView = z.infer<typeof ServiceRequestView>

/** What the sender of a request gets, once: the page of its private link. It doesn't say whether spam is suspected. */
export const SubmittedRequest = ServiceRequestView.omit({ isSuspectedSpam: true }).extend({ statusPath: z.string() })
export type SubmittedRequest = z.infer<typeof SubmittedRequest>

/** How much of a request's description its list shows. */
export const excerptLength = 1000

/**
 * A request in a list, with enough detail to decide which one to open. The description is cut after a thousand
 * characters.
 */
export const ServiceRequestSummary = ServiceRequestView.omit({
  website: true,
  businessGoals: true,
  industry: true,
  companySize: true,
})
export type ServiceRequestSummary = z.infer<typeof ServiceRequestSummary>

/** A request or a folder with the same email address or business name as another request. */
export const RequestDuplicate = z.object({
  type: z.enum(['service-requests', 'client-folders']),
  id: Id,
  name: z.string(),
  /** Of a folder: its client or one of its contacts has the address. */
  hasSameEmail: z.boolean(),
  /** Case and spaces don't count. Of a folder: its own name or its client's company. */
  hasSameName: z.boolean(),
  status: z.string(),
  /** Of a request: whether another one can be merged into it. */
  isMergeable: z.boolean(),
  createdAt: Instant,
})
export type RequestDuplicate = z.infer<typeof RequestDuplicate>

/** How long a request that has ended still counts as a duplicate. */
export const duplicateMonths = 12

/** Staff name no one or themselves when they accept; an administrator may name any staff member, or no one. */
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
  pending: 'A pending request can be accepted or canceled.',
  'in-progress': 'A request in progress can be completed or canceled.',
  completed: 'A completed request can’t be changed.',
  cancelled: 'A canceled request can’t be changed.',
}

/** The facts that a request's actions depend on. */
export const ActionFacts = ServiceRequest.pick({
  status: true,
  isSuspectedSpam: true,
  assignedStaffId: true,
  clientFolderId: true,
  existingFolderId: true,
})
export type ActionFacts = z.infer<typeof ActionFacts>

const holds = (request: ActionFacts, actor: Actor) => request.assignedStaffId === actor.id

/**
 * Staff see what is pending and what is theirs, but bookkeepers none; administrators see all. A request of an existing
 * client is seen by those who see its folder, which the query checks. The list's SQL says the same (queries.ts).
 */
export const maySeeRequest = (request: ServiceRequest, actor: Actor) =>
  isAdministrator(actor) ||
  (isStaff(actor) &&
    mayUsePart(actor, 'work') &&
    (request.existingFolderId !== null || request.status === 'pending' || holds(request, actor)))

/** Only while no folder was created from it, and no services were added to one. */
export const isMergeable = (request: ActionFacts) =>
  !request.isSuspectedSpam &&
  request.clientFolderId === null &&
  (request.status === 'pending' || (request.status === 'in-progress' && request.existingFolderId === null))

export function allowedActions(request: ActionFacts, actor: Actor): ServiceRequestAction[] {
  const runs = isAdministrator(actor) || holds(request, actor)
  const actions: ServiceRequestAction[] = []
  if (request.status === 'pending' && request.isSuspectedSpam) actions.push('not-spam')
  const mayAccept = !request.isSuspectedSpam && mayUsePart(actor, 'everything')
  if (request.status === 'pending' && mayAccept) actions.push('accept')
  if (request.status === 'in-progress' && runs) {
    if (request.clientFolderId === null && request.existingFolderId === null) actions.push('open-folder')
    if (isAdministrator(actor)) actions.push('assign')
    actions.push('complete')
  }
  if (nextStatuses[request.status].includes('cancelled') && runs) actions.push('cancel')
  if (isMergeable(request) && mayUsePart(actor, 'everything')) actions.push('merge')
  return actions
}

/** The state of a request after an action; it never becomes pending again. */
export interface RequestState {
  status: Exclude<ServiceRequestStatus, 'pending'>
  assignedStaffId: string | null
}

/**
 * The status and assignee after an action. Throws 409 if its state forbids it (the loser of a race to accept learns
 * who has it), 403 for someone else's action.
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
  if (!mayUsePart(actor, 'work')) throw notFound()
  if (request.status === 'in-progress') throw conflict(holderSentence(request, actor))
  if (!maySeeRequest(request, actor)) throw notFound()
  if (request.status !== 'pending') throw conflict(whatIsPossible[request.status])
  if (request.isSuspectedSpam)
    throw conflict('This request is suspected spam. Mark it as not spam before you accept it.')
  if (!mayUsePart(actor, 'everything')) throw forbidden('Only consultants and administrators can accept requests.')
  if (isAdministrator(actor)) return { status: 'in-progress' as const, assignedStaffId: named }
  if (named !== null && named !== actor.id)
    throw invalid('assignedStaffId', 'You can accept a request only for yourself.')
  return { status: 'in-progress' as const, assignedStaffId: actor.id }
}

function holderSentence(request: ServiceRequest, actor: Actor) {
  if (holds(request, actor)) return 'You’ve already accepted this request.'
  return `This request has already been accepted by ${request.assignedStaffName ?? 'an administrator'}.`
}

/** Anyone on the team may, as with accepting. */
export function assertCanMarkAsNotSpam(request: ServiceRequest, actor: Actor): void {
  if (!maySeeRequest(request, actor)) throw notFound()
  if (request.status !== 'pending') throw conflict(whatIsPossible[request.status])
  if (!request.isSuspectedSpam) throw conflict('This request isn’t suspected spam.')
}

/** Only administrators change the assignee of an accepted request. */
export function assertCanAssignRequest(request: ServiceRequest, actor: Actor): void {
  if (!maySeeRequest(request, actor)) throw notFound()
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can assign a request to someone.')
  if (request.status !== 'in-progress') throw conflict('Only a request in progress can be assigned to someone.')
}

/** A client's own request for more services, as their pages show it. */
export const OwnServiceRequest = z.object({
  id: Id,
  reference: z.string().nullable(),
  serviceNames: z.array(z.string()),
  needsDescription: z.string(),
  status: ServiceRequestStatus,
  submittedByName: z.string().nullable(),
  createdAt: Instant,
  acceptedAt: Instant.nullable(),
  ...versioned,
})
export type OwnServiceRequest = z.infer<typeof OwnServiceRequest>

/** The services of a folder with those of an accepted request that it doesn't have yet. */
export function servicesAfter(services: string, names: readonly string[]): string {
  const has = services.split(',').map((each) => each.trim().toLowerCase())
  return [services, ...names.filter((name) => !has.includes(name.toLowerCase()))].join(', ')
}
