// A proposal: the team's offer to a client, its price, and its expiry. States: draft → sent → approved or rejected (by
// the folder's client); draft or sent → withdrawn. A sent one past its last day is shown as expired. Sent content is
// frozen: a revision is a separate proposal that replaces the earlier one when it is sent.
import { z } from 'zod'
import { templateField, TemplateChoice } from './agreement-template.ts'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { type FolderFacts, isClientOf, isOpen } from './client-folder.ts'
import { assertTotal, optionalCents, sumOf } from './money.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { agreedTotal, ChosenOptionIds, ProposalLine, ProposalLineInput } from './proposal-options.ts'
import { composeLine, maxLines, TimelineEntry } from './service-line.ts'
import { CalendarDate, Id, Instant, versioned, optionalText, requiredName, requiredText } from './text.ts'

/** The stored status. */
export const StoredProposalStatus = z.enum(['draft', 'sent', 'approved', 'rejected', 'withdrawn'])
export type StoredProposalStatus = z.infer<typeof StoredProposalStatus>

/** The effective status: a sent one past its last day is expired. */
export const ProposalStatus = z.enum([...StoredProposalStatus.options, 'expired'])
export type ProposalStatus = z.infer<typeof ProposalStatus>

export const maxPhases = 50

/** Days from the last day of a proposal without a response to the client's reminder and the notification of the team. */
export const followUpDays = { client: -3, team: 1 } as const

/** Given totals must match the computed ones; amounts in cents. */
export const ProposalInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  title: requiredName('Title is required'),
  description: requiredText('Description is required'),
  services: z
    .array(ProposalLineInput, 'Add at least one service.')
    .min(1, 'Add at least one service.')
    .max(maxLines, `A proposal can have at most ${maxLines} services.`),
  timeline: z.array(TimelineEntry).max(maxPhases, `A timeline can have at most ${maxPhases} phases.`).default([]),
  totalCost: optionalCents,
  validUntil: CalendarDate,
  ...templateField,
})
export type ProposalInput = z.infer<typeof ProposalInput>

export const ProposalAction = z.enum(['edit', 'send', 'withdraw', 'revise', 'approve', 'reject', 'make-contract'])
export type ProposalAction = z.infer<typeof ProposalAction>

/** Another version of the same proposal. */
const OtherVersion = z.object({ id: Id, revision: z.int(), sentAt: Instant.nullable() })

export const Proposal = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  createdById: Id,
  createdByName: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  services: z.array(ProposalLine),
  timeline: z.array(z.object({ phase: z.string(), duration: z.string(), description: z.string().nullable() })),
  /** Without the optional services that the client has not chosen. */
  totalCost: z.int(),
  /** The optional services that the client chose with the approval; null before it, and if there were none. */
  chosenOptionIds: z.array(Id).nullable(),
  status: ProposalStatus,
  validUntil: z.string().nullable(),
  revision: z.int(),
  /** The version that this one replaces, and the one that replaces it; clients see only sent ones. */
  revises: OtherVersion.nullable(),
  revisedBy: OtherVersion.nullable(),
  sentAt: Instant.nullable(),
  /** When someone on the client’s side first opened it. */
  openedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedByName: z.string().nullable(),
  /** The client's comment on the decision. */
  comment: z.string().nullable(),
  /** The contract created from it, if it is still in effect. */
  contractId: Id.nullable(),
  /** The onboarding report that it was created from; for clients only if that was shared. */
  onboardingReportId: Id.nullable(),
  /** What its terms are filled in from. */
  template: TemplateChoice.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Proposal = z.infer<typeof Proposal>

/** Includes the terms, which lists omit. */
export const FullProposal = Proposal.extend({ terms: z.string().nullable() })
export type FullProposal = z.infer<typeof FullProposal>

export const ProposalView = Proposal.extend({ allowed: z.array(ProposalAction) })
export type ProposalView = z.infer<typeof ProposalView>

/** One of the versions of a proposal. */
const Version = z.object({ id: Id, revision: z.int(), status: ProposalStatus, sentAt: Instant.nullable() })

/** With all its versions, latest first; clients see only sent ones. */
export const ProposalDetails = FullProposal.extend({ allowed: z.array(ProposalAction), versions: z.array(Version) })
export type ProposalDetails = z.infer<typeof ProposalDetails>

export const ProposalStatusChange = z.strictObject({
  status: z.enum(StoredProposalStatus.options, 'Choose sent, approved, rejected, or withdrawn.'),
  comment: optionalText,
  /** With an approval: the optional services to include. */
  chosenOptionIds: ChosenOptionIds.optional(),
})
export type ProposalStatusChange = z.infer<typeof ProposalStatusChange>

/**
 * Its status on a day (YYYY-MM-DD, the office's): valid through the end of its last day. The list's SQL has the same
 * rule.
 */
export const statusOn = (
  { status, validUntil }: { status: StoredProposalStatus; validUntil: string | null },
  today: string,
): ProposalStatus => (status === 'sent' && validUntil !== null && validUntil < today ? 'expired' : status)

/** The facts that a proposal's actions depend on. */
export const ActionFacts = Proposal.pick({ status: true, sentAt: true, revisedBy: true, contractId: true })
export type ActionFacts = z.infer<typeof ActionFacts>

export function allowedActions(proposal: ActionFacts, actor: Actor, folder: FolderFacts): ProposalAction[] {
  const { status } = proposal
  if (!isOpen(folder)) return []
  if (isClient(actor)) return needsResponse(proposal, actor, folder) ? ['approve', 'reject'] : []
  const actions: ProposalAction[] = []
  if (status === 'draft') actions.push('edit', 'send')
  if (status === 'draft' || status === 'sent' || status === 'expired') actions.push('withdraw')
  if (mayBeRevised(proposal)) actions.push('revise')
  if (status === 'approved' && isAdministrator(actor) && proposal.contractId === null) actions.push('make-contract')
  return actions
}

/** Whether it awaits this person's response: only the folder's client can give it, while the folder is open. */
export const needsResponse = ({ status }: Pick<ActionFacts, 'status'>, actor: Actor, folder: FolderFacts): boolean =>
  status === 'sent' && isClientOf(folder, actor) && isOpen(folder)

/** The latest sent version, if it is not approved and no newer one is being drafted. */
const mayBeRevised = ({ status, sentAt, revisedBy }: ActionFacts) =>
  sentAt !== null && status !== 'approved' && revisedBy === null

const whatIsPossible: Record<ProposalStatus, string> = {
  draft: 'A draft can be sent or withdrawn.',
  sent: 'The client can approve or decline a sent proposal. The team can withdraw it.',
  expired: 'This proposal has expired. The team can withdraw it or send a revised one.',
  approved: 'An approved proposal can’t be changed.',
  rejected: 'A declined proposal can’t be changed. The team can send a revised one.',
  withdrawn: 'A withdrawn proposal can’t be changed.',
}

const nextStatuses: Record<ProposalStatus, StoredProposalStatus[]> = {
  draft: ['sent', 'withdrawn'],
  sent: ['approved', 'rejected', 'withdrawn'],
  expired: ['withdrawn'],
  approved: [],
  rejected: [],
  withdrawn: [],
}

const clientsOwn: readonly StoredProposalStatus[] = ['approved', 'rejected']

/**
 * Throws 403 for an action of the other side, 409 if the status forbids it, 400 for a comment without a decision or a choice
 * of optional services without an approval.
 */
export function assertCanChangeProposalStatus(
  proposal: Pick<Proposal, 'status' | 'validUntil'>,
  actor: Actor,
  folder: Pick<FolderFacts, 'clientId'>,
  change: ProposalStatusChange,
  today: string,
): asserts change is ProposalStatusChange & { status: Exclude<StoredProposalStatus, 'draft'> } {
  const { status: to, comment, chosenOptionIds } = change
  if (isClient(actor) && !clientsOwn.includes(to)) throw forbidden('Only the team can send or withdraw a proposal.')
  if (clientsOwn.includes(to) && !isClientOf(folder, actor))
    throw forbidden('Only the client of this folder can approve or decline a proposal.')
  if (!nextStatuses[proposal.status].includes(to)) throw conflict(whatIsPossible[proposal.status])
  if (to === 'sent' && (proposal.validUntil === null || proposal.validUntil < today))
    throw conflict('This proposal’s “valid until” date has passed. Choose a later date before you send it.')
  if (comment !== null && !clientsOwn.includes(to))
    throw invalid('comment', 'A comment can be added only when you approve or decline.')
  if (chosenOptionIds !== undefined && to !== 'approved')
    throw invalid('chosenOptionIds', 'Optional services can be chosen only when you approve.')
}

/** Throws 403 for the team: a proposal is opened by the client’s side. */
export function assertCanNoteOpened(actor: Actor): void {
  if (!isClient(actor)) throw forbidden('Only the client’s side opens a proposal.')
}

/** Whether an opening is news to the team: the first one of a proposal that needs a response. */
export const isFirstOpening = (
  { status, openedAt }: Pick<Proposal, 'status' | 'openedAt'>,
  folder: Pick<FolderFacts, 'status'>,
): boolean => status === 'sent' && openedAt === null && isOpen(folder)

/** Only the team creates, edits, and revises proposals. */
export function assertCanWriteProposal(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can create a proposal.')
}

/** Throws 409 for anything but a draft. */
export function assertCanEditProposal(proposal: Pick<Proposal, 'status' | 'sentAt'>): void {
  if (proposal.status === 'draft') return
  throw conflict(
    proposal.sentAt === null
      ? whatIsPossible[proposal.status]
      : 'This proposal was sent, so it can’t be edited. Revise it instead.',
  )
}

/** Throws 409 for a version that was not sent, was approved, or has a newer one. */
export function assertCanReviseProposal(proposal: ActionFacts): void {
  const { status, sentAt, revisedBy } = proposal
  if (sentAt === null) throw conflict('Only a proposal that was sent can be revised. Edit the draft instead.')
  if (status === 'approved') throw conflict(whatIsPossible.approved)
  if (revisedBy === null) return
  throw conflict(
    revisedBy.sentAt === null
      ? `Version ${revisedBy.revision} is already a draft. Edit that one, or withdraw it first.`
      : `Version ${revisedBy.revision} replaced this one. Revise that one.`,
  )
}

/** A revision can't replace a version that the client approved in the meantime. */
export function assertCanReplaceVersion(earlier: Pick<Proposal, 'status' | 'revision'> | null): void {
  if (earlier?.status === 'approved')
    throw conflict(`The client approved version ${earlier.revision} while you were editing. Withdraw this draft.`)
}

/** The content of a proposal, validated and with totals. */
export interface ProposalContent {
  title: string
  description: string
  services: (ProposalLine & { totalCost: number })[]
  timeline: TimelineEntry[]
  totalCost: number
  validUntil: string
}

/**
 * @param rateNames names of the rate cards that may be on its lines, by id: the active ones, and those already on it
 * @param today the office's calendar date
 * @param newId creates the id of an optional line
 */
export function composeProposal(
  input: ProposalInput,
  rateNames: ReadonlyMap<string, string>,
  today: string,
  newId: () => string,
): ProposalContent {
  const { title, description, timeline, validUntil } = input
  if (validUntil < today) throw invalid('validUntil', 'Choose today or a later date.')
  const services = input.services.map((line, index) => ({
    ...composeLine(line, rateNames, `services.${index}`),
    ...(line.isOptional === true ? { optionId: newId() } : {}),
  }))
  if (input.services.every(({ isOptional }) => isOptional === true))
    throw invalid('services', 'Add at least one service that isn’t optional.')
  // The client may choose all of them.
  assertTotal('totalCost', null, sumOf(services.map((line) => line.totalCost)))
  const totalCost = assertTotal('totalCost', input.totalCost, agreedTotal({ services, chosenOptionIds: null }))
  return { title, description, services, timeline, totalCost, validUntil }
}

/** An edit cannot move a proposal to another folder. */
export function assertSameFolder(proposal: Pick<Proposal, 'clientFolderId'>, clientFolderId: string): void {
  if (proposal.clientFolderId !== clientFolderId)
    throw invalid('clientFolderId', 'A proposal can’t be moved to another folder. Create a new one for another client.')
}
