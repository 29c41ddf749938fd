import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, maySeeFolder, assertNotArchived } from '../../domain/client-folder.ts'
import type {
  Contract,
  ContractChange,
  ContractEnd,
  ContractInput,
  ContractStatusChange,
  ContractView,
} from '../../domain/contract.ts'
import {
  assertCanChangeContractStatus,
  assertCanCreateContract,
  assertCanDeclineContract,
  assertCanEditContract,
  assertCanSignContract,
} from '../../domain/contract-actions.ts'
import { applyDefaults, type ContractContent, contractDefaults } from '../../domain/contract-content.ts'
import { invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import { contractTermsOf } from '../../domain/firm-settings.ts'
import { agreedLines } from '../../domain/proposal-options.ts'
import { type SignersChange, turnsOf } from '../../domain/signer.ts'
import { choiceDetails, contractTerms, storedChoice, type Terms, type TermsInput } from '../agreement-templates/fill.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { currentBilling } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Recipient, ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { nextNumber } from '../numbering/next-number.ts'
import { confirmationMissing } from '../sessions/confirm.ts'
import { notifyOfDecline } from '../signatures/decline.ts'
import { notifyOfTurns } from '../signatures/proceed.ts'
import { addSigners, chosenSigners, endSigning, startTurns } from '../signatures/signers.ts'
import { unsafeUser } from '../users/queries.ts'
import { contractDeclined, contractEnded, contractRewritten, signatureAwaited } from './emails.ts'
import { type FirmSigner, signForFirm } from './firm-signature.ts'
import { contractFor, viewed } from './queries.ts'
import { clientOf, linesOf, proposalOr400 } from './sources.ts'

/** @param signer signs it for the firm; null if the firm doesn't sign */
export async function createContract(
  tx: Tx,
  actor: Actor,
  input: ContractInput,
  signer: FirmSigner | null,
): Promise<ContractView> {
  assertCanCreateContract(actor)
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  assertNotArchived(folder)
  const proposal = input.proposalId === null ? null : await proposalOr400(tx, actor, input.proposalId, folder.id)
  const client = proposal === null ? null : await clientOf(tx, folder)
  const content = applyDefaults(
    contractDefaults(proposal, client, input.startDate, contractTermsOf(await currentBilling(tx), folder.sector)),
    input,
    await linesOf(tx, input.services),
  )
  return addContract(tx, actor, folder, content, { ...input, firmSigner: signer })
}

/**
 * How a contract is sent: its number and terms, which one it renews or amends, who signs it for the firm and after that,
 * by when.
 */
interface Sending extends TermsInput {
  /** The earlier contract's, which are filled in again where no others are given. */
  before?: Terms | undefined
  contractNumber?: string | null | undefined
  previous?: Contract['previous']
  firmSigner: FirmSigner | null
  signers?: SignersChange['signers'] | undefined
  signBy?: string | null | undefined
}

export async function addContract(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  content: ContractContent,
  { contractNumber, previous = null, signers, signBy = null, firmSigner, before, ...input }: Sending,
): Promise<ContractView> {
  const id = newId()
  const chosen = await chosenSigners(tx, folder, 'contracts', signers)
  const number = await nextNumber(tx, 'PROHR', contractNumber ?? null)
  const facts = { ...content, previous, contractNumber: number, createdAt: tx.now.toISOString() }
  const { terms, template } = await contractTerms(tx, facts, input, before ?? null)
  const [templateId, templateVersion, templateClauses] = storedChoice(template)
  await tx.run(sql`
    insert into contracts (id, client_folder_id, proposal_id, previous_id, relation, created_by_id, contract_number, client_name,
      client_email, client_phone, client_company, client_address, services, terms, template_id, template_version,
      template_clauses, total_value, start_date, end_date, sign_by, created_at, updated_at)
    values (${id}, ${folder.id}, ${content.proposalId}, ${previous?.id ?? null}, ${previous?.relation ?? null}, ${actor.id},
      ${number}, ${content.clientName}, ${content.clientEmail},
      ${content.clientPhone}, ${content.clientCompany}, ${content.clientAddress}, ${JSON.stringify(content.services)},
      ${terms}, ${templateId}, ${templateVersion}, ${templateClauses}, ${content.totalValue}, ${content.startDate}, ${content.endDate}, ${signBy}, ${tx.now}, ${tx.now})`)
  const related = previous === null ? {} : { previousId: previous.id, relation: previous.relation }
  const details = { contractNumber: number, proposalId: content.proposalId, ...related, ...choiceDetails(template) }
  tx.record({ action: 'contract.created', id, clientFolderId: folder.id, details }, contractChange(id, folder))
  if (firmSigner !== null) await signForFirm(tx, { id, clientFolderId: folder.id, textVersion: 1 }, firmSigner)
  const thing = { noun: 'contracts' as const, id, name: number, folder, signBy }
  await addSigners(tx, thing, folder.id, chosen)
  const { turns } = await startTurns(tx, id, folder)
  const signerIds = turns.filter(({ side }) => side === 'client').map(({ userId }) => userId)
  const sent = { id, contractNumber: number, totalValue: content.totalValue }
  const email = signatureAwaited(folder, sent, actor, signerIds)
  if (email !== null) tx.mail(email)
  await notifyOfTurns(
    tx,
    thing,
    turns.filter(({ side }) => side === 'firm'),
  )
  return viewedAfter(tx, actor, id)
}

export async function changeContract(
  tx: Tx,
  actor: Actor,
  id: string,
  change: ContractChange,
  ifMatch: IfMatch,
  signer: FirmSigner | null,
): Promise<ContractView> {
  const { contract, folder } = await contractFor(tx, actor, id, { lock: true })
  assertCanEditContract(contract, actor)
  assertNotArchived(folder)
  assertVersion(contract, ifMatch)
  assertUnchanged(contract, change)
  // An edit must not remove the firm's signature without anyone noticing.
  if (signer === null && contract.firmSignature !== null) throw confirmationMissing()
  const ground = await withProposal(tx, actor, contract, change)
  const given = applyDefaults(ground, change, await linesOf(tx, change.services))
  const { terms, template } = await contractTerms(tx, { ...contract, ...given }, change, contract)
  const content = { ...given, terms }
  const [templateId, templateVersion, templateClauses] = storedChoice(template)
  await tx.run(sql`
    update contracts set proposal_id = ${content.proposalId}, client_name = ${content.clientName},
      client_email = ${content.clientEmail}, client_phone = ${content.clientPhone}, client_company = ${content.clientCompany},
      client_address = ${content.clientAddress}, services = ${JSON.stringify(content.services)}, terms = ${content.terms},
      template_id = ${templateId}, template_version = ${templateVersion}, template_clauses = ${templateClauses},
      total_value = ${content.totalValue}, start_date = ${content.startDate}, end_date = ${content.endDate},
      version = version + 1, text_version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const details = { fields: changed(contract, content), ...choiceDetails(template) }
  tx.record({ action: 'contract.changed', id, clientFolderId: folder.id, details }, contractChange(id, folder))
  if (signer !== null)
    await signForFirm(tx, { id, clientFolderId: folder.id, textVersion: contract.version + 1 }, signer)
  const signerIds = turnsOf(contract.signers).map(({ userId }) => userId)
  const email = contractRewritten(folder, { ...contract, ...content }, actor, signerIds)
  if (email !== null) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

/** A contract's folder and number are fixed; if sent again, they must match. */
function assertUnchanged(contract: Contract, { clientFolderId, contractNumber }: ContractChange) {
  if (clientFolderId !== undefined && clientFolderId !== contract.clientFolderId)
    throw invalid(
      'clientFolderId',
      'A contract can’t be moved to another folder. Create a new contract for that folder.',
    )
  if (contractNumber && contractNumber !== contract.contractNumber)
    throw invalid('contractNumber', `This contract keeps its number, ${contract.contractNumber}.`)
}

/** Fields left out of an edit are unchanged; a different proposal brings its own services. */
async function withProposal(tx: Tx, actor: Actor, contract: Contract, { proposalId }: ContractChange) {
  const named = proposalId === '' ? null : proposalId
  if (named === undefined || named === contract.proposalId) return contract
  if (named === null) return { ...contract, proposalId: null }
  const proposal = await proposalOr400(tx, actor, named, contract.clientFolderId)
  return { ...contract, proposalId: proposal.id, services: agreedLines(proposal) }
}

function changed(before: Contract, after: ContractContent) {
  const fields = Object.keys(after) as (keyof ContractContent)[]
  return fields.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

export async function changeContractStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: ContractStatusChange,
  ifMatch: IfMatch,
): Promise<ContractView> {
  const { contract, folder } = await contractFor(tx, actor, id, { lock: true })
  assertCanChangeContractStatus(contract, actor, change)
  assertNotArchived(folder)
  assertVersion(contract, ifMatch)
  const { status, reason } = change
  await move(tx, actor, contract, status, reason)
  if (status === 'declined') await tellOfDecline(tx, actor, folder, contract)
  if (status === 'cancelled' || status === 'completed' || status === 'terminated') {
    const email = contractEnded(folder, contract, status)
    if (email !== null) tx.mail(email)
  }
  return viewedAfter(tx, actor, id)
}

/** The client declines: draft → declined, with a reason. */
export async function declineContract(
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
  ifMatch: IfMatch,
): Promise<ContractView> {
  const { contract, folder } = await contractFor(tx, actor, id, { lock: true })
  assertCanDeclineContract(contract, actor, reason)
  assertNotArchived(folder)
  assertVersion(contract, ifMatch)
  await move(tx, actor, contract, 'declined', reason)
  await tellOfDecline(tx, actor, folder, contract)
  return viewedAfter(tx, actor, id)
}

async function move(tx: Tx, actor: Actor, contract: Contract, to: ContractEnd, reason: string | null) {
  const { id, clientFolderId, status } = contract
  await endSigning(tx, id, 'canceled', to === 'declined' ? assertCanSignContract(contract, actor) : undefined)
  await tx.run(sql`
    update contracts set status = ${to}, reason = ${reason}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    { action: `contract.${to}`, id, clientFolderId, details: { before: status, after: to } },
    { type: 'contracts', id, clientFolderId },
  )
}

async function tellOfDecline(tx: Tx, actor: Actor, folder: ClientFolder, contract: Contract) {
  for (const email of contractDeclined(folder, contract, await creatorToNotify(tx, folder, contract))) tx.mail(email)
  const thing = { noun: 'contracts' as const, id: contract.id, name: contract.contractNumber }
  await notifyOfDecline(tx, folder, thing, contract.signers, actor)
}

/** The person who created the contract, if they may still see it. */
export async function creatorToNotify(tx: Tx, folder: ClientFolder, contract: Contract): Promise<Recipient | null> {
  const creator = await unsafeUser(tx, contract.createdById)
  if (!creator.isActive || !maySeeFolder(folder, creator, 'money')) return null
  return { userId: creator.id, email: creator.email, name: creator.firstName }
}

export const contractChange = (id: string, folder: ClientFolder): ChangeEvent => ({
  type: 'contracts',
  id,
  clientFolderId: folder.id,
})

const folderOr400 = (tx: Tx, actor: Actor, id: string): Promise<ClientFolder> =>
  folderToAddTo(tx, actor, id, 'money').catch(notFoundAsInvalid('clientFolderId', 'Choose a client folder.'))

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { contract, folder } = await contractFor(tx, actor, id)
  return viewed(contract, actor, folder)
}
