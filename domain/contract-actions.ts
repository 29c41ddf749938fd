// What each person can do with a contract, by its status and by whose turn it is to sign.
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { type FolderFacts, isOpen } from './client-folder.ts'
import type { Contract, ContractAction, ContractEnd, ContractStatus, ContractStatusChange } from './contract.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import type { ProposalStatus } from './proposal.ts'
import { assertTurn, hasSigned, isPending, type Signer, turnOf } from './signer.ts'

const next: Record<ContractStatus, readonly ContractStatus[]> = {
  draft: ['active', 'cancelled', 'declined'],
  active: ['completed', 'terminated'],
  completed: [],
  cancelled: [],
  declined: [],
  terminated: [],
}

const whatIsPossible: Record<ContractStatus, string> = {
  draft: 'A contract that’s waiting for a signature can be signed, declined, or canceled.',
  active: 'An active contract can be completed or terminated.',
  completed: 'This contract is completed and can’t be changed.',
  cancelled: 'This contract was canceled. Create a new one.',
  declined: 'This contract was declined. Create a new one.',
  terminated: 'This contract was terminated and can’t be changed.',
}

const clientsOwn: readonly ContractStatus[] = ['active', 'declined']

/** Whether an invoice can be created for it; one that awaits signatures can be billed in advance. */
export const isBillable = ({ status }: Pick<Contract, 'status'>): boolean =>
  status === 'draft' || status === 'active' || status === 'completed'

/** The fields that determine `allowed`; every list row has them. */
export type ActionFacts = Pick<Contract, 'status' | 'signers' | 'renewedBy'>

/** The facts of its signatures. */
type SigningFacts = Pick<ActionFacts, 'status' | 'signers'>

/** Whether it awaits this person's signature: it is their turn, and they have the right, while the folder is open. */
export const needsSignature = (contract: SigningFacts, actor: Actor, folder: FolderFacts): boolean =>
  isOpen(folder) && signerActions(contract, actor).includes('sign')

export function allowedActions(contract: ActionFacts, actor: Actor, folder: FolderFacts): ContractAction[] {
  if (!isOpen(folder)) return ['download']
  return ['download', ...signerActions(contract, actor), ...administratorActions(contract, actor)]
}

const isOngoing = ({ status }: SigningFacts) => status === 'draft' || status === 'active'

function signerActions(contract: SigningFacts, actor: Actor): ContractAction[] {
  if (!isOngoing(contract)) return []
  const { signers, status } = contract
  const canDelegate = signers.some(
    (each) => each.userId === actor.id && isPending(each) && each.canSign && each.canDelegate,
  )
  const turn = turnOf(signers, actor)
  return [
    ...(turn === null ? [] : (['sign'] as const)),
    ...(turn?.side === 'client' && status === 'draft' ? (['decline'] as const) : []),
    ...(canDelegate && isClient(actor) ? (['delegate'] as const) : []),
  ]
}

function administratorActions(contract: ActionFacts, actor: Actor): ContractAction[] {
  if (!isAdministrator(actor)) return []
  const { status, signers, renewedBy } = contract
  const changes: ContractAction[] = isOngoing(contract) && signers.some(isPending) ? ['change-signers'] : []
  if (status === 'draft') return [...(hasSigned(signers) ? [] : (['edit'] as const)), ...changes, 'cancel']
  const renew: ContractAction[] = renewedBy === null ? ['renew'] : []
  if (status === 'active') return [...changes, 'create-invoice', 'complete', 'terminate', 'amend', ...renew]
  return status === 'completed' ? ['create-invoice', ...renew] : []
}

/** Throws 403 for all but administrators, 409 once no signature is pending. */
export function assertCanChangeSigners(contract: SigningFacts, actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change who signs a contract.')
  if (!isOngoing(contract)) throw conflict(whatIsPossible[contract.status])
  if (!contract.signers.some(isPending)) throw conflict('Everyone has signed this contract.')
}

/** Only administrators create contracts. */
export function assertCanCreateContract(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can create a contract.')
}

/**
 * An approved proposal becomes one contract; another one is allowed only after that was cancelled or declined.
 * @param made the number of the contract already created from it
 */
export function assertCanCreateContractFromProposal(
  actor: Actor,
  proposalStatus: ProposalStatus,
  made: string | null,
): void {
  assertCanCreateContract(actor)
  if (proposalStatus !== 'approved') throw conflict('Only an approved proposal can become a contract.')
  if (made !== null) throw conflict(`Contract ${made} was already created from this proposal.`)
}

/** Throws 403 for all but administrators, 409 once it is not a draft. */
export function assertCanEditContract(contract: SigningFacts, actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can edit a contract.')
  if (contract.status !== 'draft') throw conflict('A contract can be edited only while it’s waiting for a signature.')
  if (hasSigned(contract.signers))
    throw conflict('Someone has already signed this contract. Cancel it and create a new one.')
}

/**
 * The status changes of `PATCH …/status`; signing has its own endpoint. Throws 403 for someone else's action, 409 for a
 * transition that does not exist.
 */
export function assertCanChangeContractStatus(
  contract: SigningFacts,
  actor: Actor,
  change: ContractStatusChange,
): asserts change is ContractStatusChange & { status: ContractEnd } {
  const { status: to, reason } = change
  if (to === 'declined') return assertCanDeclineContract(contract, actor, reason)
  if (clientsOwn.includes(to) && !isClient(actor)) throw forbidden('Only the client can sign or decline a contract.')
  if (!clientsOwn.includes(to) && !isAdministrator(actor))
    throw forbidden('Only an administrator can complete, cancel, or terminate a contract.')
  assertTransition(contract, to)
  if (to === 'active') throw conflict('A contract becomes active when you sign it. Open it and sign.')
}

const alreadySigned = 'You’ve already signed this contract.'

/** Each signer signs once, when it is their turn; a team member may sign after the contract became active. */
export function assertCanSignContract(contract: SigningFacts, actor: Actor): Signer {
  const { signers } = contract
  const own = signers.find(({ userId }) => userId === actor.id)
  if (own === undefined) throw forbidden('Only the client can sign a contract.')
  if (own.side === 'client' && contract.status === 'active') throw conflict(alreadySigned)
  if (!isOngoing(contract)) throw conflict(whatIsPossible[contract.status])
  return assertTurn(signers, actor, {
    notSigner: forbidden('Only the client can sign a contract.'),
    signedAlready: alreadySigned,
  })
}

/** A signer on the client's side declines for all, with a reason, when it is their turn. */
export function assertCanDeclineContract(contract: SigningFacts, actor: Actor, reason: string | null): void {
  const notSigner = forbidden('Only the client can decline a contract.')
  if (!contract.signers.some(({ userId, side }) => userId === actor.id && side === 'client')) throw notSigner
  assertTransition(contract, 'declined')
  assertTurn(contract.signers, actor, { notSigner, signedAlready: alreadySigned })
  if (reason === null || reason.trim() === '') throw invalid('reason', 'Enter the reason for declining.')
}

function assertTransition({ status }: SigningFacts, to: ContractStatus) {
  if (!next[status].includes(to)) throw conflict(whatIsPossible[status])
}
