// A proposal: what the team offers a client, at which price, until when.
// Lives: draft → sent → approved or rejected (by the folder's client); draft or sent → withdrawn. A sent one past its day reads as
// expired. What was sent is frozen: a revision is a proposal of its own, and takes the place of the earlier one when it is sent.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { type FolderFacts, isClientOf, isOpen } from './client-folder.ts'
import { assertTotal, optionalCents, sumOf } from './money.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { composeLine, maxLines, ServiceLine, ServiceLineInput, TimelineEntry } from './service-line.ts'
import { CalendarDate, Id, Instant, kept, optionalText, requiredName, requiredText } from './text.ts'

/** As it is kept. */
export const StoredProposalStatus = z.enum(['draft', 'sent', 'approved', 'rejected', 'withdrawn'])
export type StoredProposalStatus = z.infer<typeof StoredProposalStatus>

/** As it reads: a sent one whose day is over is expired. */
export const ProposalStatus = z.enum([...StoredProposalStatus.options, 'expired'])
export type ProposalStatus = z.infer<typeof ProposalStatus>

export const maxPhases = 50

/** Totals that are sent have to be the ones that the portal computes; amounts in cents. */
export const ProposalInput = z.strictObject({
  clientFolderId: z.uuid('Please choose a client folder.'),
  title: requiredName('Title is required'),
  description: requiredText('Description is required'),
  services: z
    .array(ServiceLineInput, 'Please add at least one service.')
    .min(1, 'Please add at least one service.')
    .max(maxLines, `A proposal has at most ${maxLines} services.`),
  timeline: z.array(TimelineEntry).max(maxPhases, `A timeline has at most ${maxPhases} phases.`).default([]),
  totalCost: optionalCents,
  validUntil: CalendarDate,
})
export type ProposalInput = z.infer<typeof ProposalInput>

export const ProposalMove = z.enum(['edit', 'send', 'withdraw', 'revise', 'approve', 'reject', 'make-contract'])
export type ProposalMove = z.infer<typeof ProposalMove>

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
  services: z.array(ServiceLine),
  timeline: z.array(z.object({ phase: z.string(), duration: z.string(), description: z.string().nullable() })),
  totalCost: z.int(),
  status: ProposalStatus,
  validUntil: z.string().nullable(),
  revision: z.int(),
  /** The version that this one takes the place of, and the one that takes its place; a client is told of sent ones only. */
  revises: OtherVersion.nullable(),
  revisedBy: OtherVersion.nullable(),
  sentAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decidedByName: z.string().nullable(),
  /** The client's, with the decision. */
  comment: z.string().nullable(),
  /** The contract that was made from it and still stands. */
  contractId: Id.nullable(),
  /** The onboarding report that it was made from; to a client once that was shared. */
  onboardingReportId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type Proposal = z.infer<typeof Proposal>

export const ProposalView = Proposal.extend({ allowed: z.array(ProposalMove) })
export type ProposalView = z.infer<typeof ProposalView>

/** One version of a proposal among all of them. */
const Version = z.object({ id: Id, revision: z.int(), status: ProposalStatus, sentAt: Instant.nullable() })

/** With all its versions, the latest first; a client is told of sent ones only. */
export const ProposalDetails = ProposalView.extend({ versions: z.array(Version) })
export type ProposalDetails = z.infer<typeof ProposalDetails>

export const ProposalStatusChange = z.strictObject({
  status: z.enum(StoredProposalStatus.options, 'Please choose sent, approved, rejected or withdrawn.'),
  comment: optionalText,
})
export type ProposalStatusChange = z.infer<typeof ProposalStatusChange>

/** How it reads on a day (YYYY-MM-DD, the office's): valid through the end of its last day. The list's SQL says the same. */
export const statusOn = (
  { status, validUntil }: { status: StoredProposalStatus; validUntil: string | null },
  today: string,
): ProposalStatus => (status === 'sent' && validUntil !== null && validUntil < today ? 'expired' : status)

/** What a proposal's moves depend on. */
export const MoveFacts = Proposal.pick({ status: true, sentAt: true, revisedBy: true, contractId: true })
export type MoveFacts = z.infer<typeof MoveFacts>

export function allowedMoves(proposal: MoveFacts, actor: Actor, folder: FolderFacts): ProposalMove[] {
  const { status } = proposal
  if (!isOpen(folder)) return []
  if (isClient(actor)) return isClientOf(folder, actor) && status === 'sent' ? ['approve', 'reject'] : []
  const moves: ProposalMove[] = []
  if (status === 'draft') moves.push('edit', 'send')
  if (status === 'draft' || status === 'sent' || status === 'expired') moves.push('withdraw')
  if (mayBeRevised(proposal)) moves.push('revise')
  if (status === 'approved' && isAdministrator(actor) && proposal.contractId === null) moves.push('make-contract')
  return moves
}

/** The latest version that was sent and is not approved; while no newer one is being drafted. */
const mayBeRevised = ({ status, sentAt, revisedBy }: MoveFacts) =>
  sentAt !== null && status !== 'approved' && revisedBy === null

const whatIsPossible: Record<ProposalStatus, string> = {
  draft: 'A draft can be sent or withdrawn.',
  sent: 'A sent proposal can be approved or declined by the client, or withdrawn by the team.',
  expired: 'This proposal has expired. The team can withdraw it or send a revised one.',
  approved: 'An approved proposal stays as it is.',
  rejected: 'A declined proposal stays as it is. The team can send a revised one.',
  withdrawn: 'A withdrawn proposal stays as it is.',
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

/** Refuses 403 what is the other side's to do, 409 what the status forbids, 400 a comment without a decision. */
export function assertCanChangeProposalStatus(
  proposal: Pick<Proposal, 'status' | 'validUntil'>,
  actor: Actor,
  folder: Pick<FolderFacts, 'clientId'>,
  change: ProposalStatusChange,
  today: string,
): asserts change is ProposalStatusChange & { status: Exclude<StoredProposalStatus, 'draft'> } {
  const { status: to, comment } = change
  if (isClient(actor) && !clientsOwn.includes(to)) throw forbidden('Only the team can send or withdraw a proposal.')
  if (clientsOwn.includes(to) && !isClientOf(folder, actor))
    throw forbidden('Only the client of this folder can approve or decline a proposal.')
  if (!nextStatuses[proposal.status].includes(to)) throw conflict(whatIsPossible[proposal.status])
  if (to === 'sent' && (proposal.validUntil === null || proposal.validUntil < today))
    throw conflict('The day until which this proposal is valid is over. Choose a later one before you send it.')
  if (comment !== null && !clientsOwn.includes(to))
    throw invalid('comment', 'A comment goes with approving or declining only.')
}

/** Making, editing and revising proposals is the team's. */
export function assertCanWriteProposal(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can write a proposal.')
}

/** Refuses 409 whatever was sent, or is no draft any more. */
export function assertCanEditProposal(proposal: Pick<Proposal, 'status' | 'sentAt'>): void {
  if (proposal.status === 'draft') return
  throw conflict(
    proposal.sentAt === null
      ? whatIsPossible[proposal.status]
      : 'This proposal was sent and can no longer be edited. Revise it to change something.',
  )
}

/** Refuses 409 a version that was not sent, was approved, or has a newer one. */
export function assertCanReviseProposal(proposal: MoveFacts): void {
  const { status, sentAt, revisedBy } = proposal
  if (sentAt === null) throw conflict('Only a proposal that was sent is revised. A draft is simply edited.')
  if (status === 'approved') throw conflict(whatIsPossible.approved)
  if (revisedBy === null) return
  throw conflict(
    revisedBy.sentAt === null
      ? `Version ${revisedBy.revision} is being drafted already. Edit that one, or withdraw it first.`
      : `Version ${revisedBy.revision} has taken the place of this one. Revise that one.`,
  )
}

/** A revision can't take the place of a version that the client approved meanwhile. */
export function assertCanReplaceVersion(earlier: Pick<Proposal, 'status' | 'revision'> | null): void {
  if (earlier?.status === 'approved')
    throw conflict(`The client has approved version ${earlier.revision} meanwhile. Withdraw this draft.`)
}

/** What a proposal says, checked and added up. */
export interface ProposalContent {
  title: string
  description: string
  services: (ServiceLine & { totalCost: number })[]
  timeline: TimelineEntry[]
  totalCost: number
  validUntil: string
}

/**
 * @param rateNames names of the rate cards that may stand on its lines, by id: the active ones, and those it had before
 * @param today the office's calendar date
 */
export function composeProposal(
  input: ProposalInput,
  rateNames: ReadonlyMap<string, string>,
  today: string,
): ProposalContent {
  const { title, description, timeline, validUntil } = input
  if (validUntil < today) throw invalid('validUntil', 'Please choose today or a later day.')
  const services = input.services.map((line, index) => composeLine(line, rateNames, `services.${index}`))
  const totalCost = assertTotal('totalCost', input.totalCost, sumOf(services.map((line) => line.totalCost)))
  return { title, description, services, timeline, totalCost, validUntil }
}

/** An edited proposal stays in its folder. */
export function assertSameFolder(proposal: Pick<Proposal, 'clientFolderId'>, clientFolderId: string): void {
  if (proposal.clientFolderId !== clientFolderId)
    throw invalid('clientFolderId', 'A proposal stays in its folder. Make a new one for another client.')
}
