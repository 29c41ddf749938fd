// A contract with a client.
// Lives: draft (awaiting the client's signature, and visible to them) → active (signed) → completed; draft → cancelled;
// draft → declined by the client, with a reason; active → terminated. Its text can change while it is a draft, never after.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { type FolderFacts, isClientOf, isOpen } from './client-folder.ts'
import { ContractLines } from './contract-lines.ts'
import { optionalCents } from './money.ts'
import type { ProposalStatus } from './proposal.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { ServiceLine } from './service-line.ts'
import { SignatureSummary } from './signature.ts'
import {
  calendarDate,
  CalendarDate,
  emailAddress,
  Id,
  Instant,
  kept,
  optionalDate,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
} from './text.ts'

export const ContractStatus = z.enum(['draft', 'active', 'completed', 'cancelled', 'declined', 'terminated'])
export type ContractStatus = z.infer<typeof ContractStatus>

/** A key that may be left out, which is not the same as saying nothing (null, an empty text). */
const leftOutOr = <T extends z.ZodType<string | null, string | null | undefined>>(schema: T) =>
  z
    .string()
    .nullable()
    .transform((value): string | null | undefined => value)
    .pipe(schema)
    .optional()

const name = requiredName('Client name is required')
const email = emailAddress('Client email is required', 'Please enter a valid email address.')

const fields = {
  contractNumber: leftOutOr(optionalName),
  clientPhone: leftOutOr(optionalName),
  clientCompany: leftOutOr(optionalName),
  clientAddress: leftOutOr(optionalText),
  /** A list of lines, or the JSON text of one. */
  services: ContractLines,
  terms: leftOutOr(optionalText),
  /** Cents. */
  totalValue: optionalCents,
  endDate: leftOutOr(optionalDate),
}

/** With a proposal, whatever is left out is filled from it and from the folder's client; without, the totals of the lines or a typed value count. */
export const ContractInput = z
  .strictObject({
    clientFolderId: z.uuid('Please choose a client folder.'),
    proposalId: optionalId,
    clientName: leftOutOr(optionalName),
    clientEmail: leftOutOr(optionalEmail),
    startDate: calendarDate('Start date is required'),
    ...fields,
  })
  .superRefine((input, context) => {
    if (input.proposalId !== null) return
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!input.clientName) missing('clientName', 'Client name is required')
    if (!input.clientEmail) missing('clientEmail', 'Client email is required')
  })
export type ContractInput = z.infer<typeof ContractInput>

/** What may be said otherwise when an approved proposal becomes a contract. Without a start date it starts today. */
export const ContractFromProposal = z.strictObject({
  clientName: name.optional(),
  clientEmail: email.optional(),
  startDate: CalendarDate.optional(),
  ...fields,
})
export type ContractFromProposal = z.infer<typeof ContractFromProposal>

/** An edit: what is left out stays as it was. The folder and the number are fixed; sent, they have to agree. */
export const ContractChange = z.strictObject({
  clientFolderId: Id.optional(),
  proposalId: z.union([Id, z.literal(''), z.null()], 'This is not an id of ours.').optional(),
  clientName: name.optional(),
  clientEmail: email.optional(),
  startDate: CalendarDate.optional(),
  ...fields,
  terms: requiredText('A contract has terms.').optional(),
})
export type ContractChange = z.infer<typeof ContractChange>

/** How a contract ends. */
export type ContractEnd = Exclude<ContractStatus, 'draft' | 'active'>

/** The reason is stored with the contract; declining needs one. */
export const ContractStatusChange = z.strictObject({ status: ContractStatus, reason: optionalText })
export type ContractStatusChange = z.infer<typeof ContractStatusChange>

export const ContractMove = z.enum([
  'download',
  'sign',
  'decline',
  'edit',
  'cancel',
  'create-invoice',
  'complete',
  'terminate',
])
export type ContractMove = z.infer<typeof ContractMove>

export const Contract = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  proposalId: Id.nullable(),
  createdById: Id,
  createdByName: z.string().nullable(),
  contractNumber: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  clientPhone: z.string().nullable(),
  clientCompany: z.string().nullable(),
  clientAddress: z.string().nullable(),
  services: z.array(ServiceLine),
  terms: z.string(),
  totalValue: z.int(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  status: ContractStatus,
  signedAt: Instant.nullable(),
  /** Who signed, and since when the sealed copy is there. */
  signature: SignatureSummary.nullable(),
  reason: z.string().nullable(),
  /** The version in which its text was last written: what its original paper shows, and what a signer has to have opened. */
  textVersion: z.int(),
  /** Since when the reader was sent all bytes of its present text, which is what "has opened" means for signing. */
  openedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type Contract = z.infer<typeof Contract>

export const ContractView = Contract.extend({ allowed: z.array(ContractMove) })
export type ContractView = z.infer<typeof ContractView>

/** A contract in a list: what one needs to decide which to open. */
export const ContractSummary = ContractView.omit({
  createdByName: true,
  clientAddress: true,
  services: true,
  terms: true,
  signature: true,
  reason: true,
  textVersion: true,
  openedAt: true,
})
export type ContractSummary = z.infer<typeof ContractSummary>

/** What happened to it, oldest first. */
export const ContractHistory = z.array(z.object({ at: Instant, action: z.string(), actorName: z.string().nullable() }))
export const ContractDetails = ContractView.extend({ history: ContractHistory })
export type ContractDetails = z.infer<typeof ContractDetails>

const next: Record<ContractStatus, readonly ContractStatus[]> = {
  draft: ['active', 'cancelled', 'declined'],
  active: ['completed', 'terminated'],
  completed: [],
  cancelled: [],
  declined: [],
  terminated: [],
}

const whatIsPossible: Record<ContractStatus, string> = {
  draft: 'A contract that awaits its signature can be signed, declined or cancelled.',
  active: 'A signed contract can be completed or terminated.',
  completed: 'This contract is completed and stays as it is.',
  cancelled: 'This contract was cancelled. Please make a new one.',
  declined: 'This contract was declined. Please make a new one.',
  terminated: 'This contract was terminated and stays as it is.',
}

/** Whoever is asked to sign is named by the folder. */
type ItsClient = Pick<FolderFacts, 'clientId'>

const clientsOwn: readonly ContractStatus[] = ['active', 'declined']

/** What `allowed` rests on: as much of a contract as a list shows. */
export type MoveFacts = Pick<Contract, 'status'>

export function allowedMoves({ status }: MoveFacts, actor: Actor, folder: FolderFacts): ContractMove[] {
  if (!isOpen(folder)) return ['download']
  if (isClientOf(folder, actor) && status === 'draft') return ['download', 'sign', 'decline']
  if (!isAdministrator(actor)) return ['download']
  if (status === 'draft') return ['download', 'edit', 'cancel']
  if (status === 'active') return ['download', 'create-invoice', 'complete', 'terminate']
  return status === 'completed' ? ['download', 'create-invoice'] : ['download']
}

/** Contracts are made by administrators. */
export function assertCanCreateContract(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can make a contract.')
}

/**
 * An approved proposal becomes one contract; another one only when that was cancelled or declined.
 * @param made the number of the contract that was made from it already
 */
export function assertCanCreateContractFromProposal(
  actor: Actor,
  proposalStatus: ProposalStatus,
  made: string | null,
): void {
  assertCanCreateContract(actor)
  if (proposalStatus !== 'approved') throw conflict('Only an approved proposal becomes a contract.')
  if (made !== null) throw conflict(`The contract ${made} was made from this proposal already.`)
}

/** 403 for all but administrators, 409 once it is no draft. */
export function assertCanEditContract(contract: MoveFacts, actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change a contract.')
  if (contract.status !== 'draft') throw conflict('Its text can change only while a contract awaits its signature.')
}

/** The moves of `PATCH …/status`; signing has an address of its own. 403 for a move that is another's, 409 for one that is not listed. */
export function assertCanChangeContractStatus(
  contract: MoveFacts,
  actor: Actor,
  folder: ItsClient,
  change: ContractStatusChange,
): asserts change is ContractStatusChange & { status: ContractEnd } {
  const { status: to, reason } = change
  if (to === 'declined') return assertCanDeclineContract(contract, actor, folder, reason)
  if (clientsOwn.includes(to) && !isClientOf(folder, actor))
    throw forbidden('Only the client can sign or decline a contract.')
  if (!clientsOwn.includes(to) && !isAdministrator(actor))
    throw forbidden('Only an administrator can complete, cancel or terminate a contract.')
  assertTransition(contract, to)
  if (to === 'active') throw conflict('A contract becomes active when you sign it. Please open it and sign.')
}

/** Signing is the folder's client's, once. */
export function assertCanSignContract(contract: MoveFacts, actor: Actor, folder: ItsClient): void {
  if (!isClientOf(folder, actor)) throw forbidden('Only the client can sign a contract.')
  if (contract.status === 'active') throw conflict('You have signed this contract already.')
  assertTransition(contract, 'active')
}

/** Declining is the folder's client's, with a reason, while it awaits their signature. */
export function assertCanDeclineContract(
  contract: MoveFacts,
  actor: Actor,
  folder: ItsClient,
  reason: string | null,
): void {
  if (!isClientOf(folder, actor)) throw forbidden('Only the client can decline a contract.')
  assertTransition(contract, 'declined')
  if (reason === null || reason.trim() === '') throw invalid('reason', 'Please say why you decline.')
}

function assertTransition({ status }: MoveFacts, to: ContractStatus) {
  if (!next[status].includes(to)) throw conflict(whatIsPossible[status])
}
