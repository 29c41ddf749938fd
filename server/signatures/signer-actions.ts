// Changes of who signs: the team replaces signers who haven't signed, and a signer delegates their signature.
import type { Actor } from '../../domain/actor.ts'
import sql, { raw } from 'sql-template-tag'
import { assertNotArchived } from '../../domain/client-folder.ts'
import type { ContractView } from '../../domain/contract.ts'
import { assertCanChangeSigners as assertCanChangeSignersOfContract } from '../../domain/contract-actions.ts'
import type { DocumentView } from '../../domain/document.ts'
import { assertCanChangeSigners as assertCanChangeSignersOfDocument } from '../../domain/document-actions.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import { assertCanDelegate, type DelegationInput, type Signer, type SignersChange } from '../../domain/signer.ts'
import { creatorToNotify } from '../contracts/actions.ts'
import { contractFor, viewed as viewedContract } from '../contracts/queries.ts'
import { documentFor, viewed as viewedDocument } from '../documents/queries.ts'
import type { Tx } from '../kit/db.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { delegated, delegatedTo, signatureNotNeeded, signed } from './emails.ts'
import { notifyOfTurns, proceed, type SignedThing } from './proceed.ts'
import { possibleSigners } from './signer-queries.ts'
import { chosenSigners, delegateTo, replacePending, startTurns } from './signers.ts'

interface Signing {
  thing: SignedThing
  signers: readonly Signer[]
}

async function contractSigning(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch) {
  const { contract, folder } = await contractFor(tx, actor, id, { lock: true })
  const { contractNumber: name, signBy, signers, status } = contract
  const creator = await creatorToNotify(tx, folder, contract)
  const thing = { noun: 'contracts' as const, id, name, folder, signBy, wasDone: status === 'active', creator }
  const check = () => {
    assertNotArchived(folder)
    assertVersion(contract, ifMatch)
  }
  return { contract, signing: { thing, signers }, check }
}

async function documentSigning(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch) {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  const { originalName: name, signBy, signers, isSigned: wasDone } = document
  const thing = { noun: 'documents' as const, id, name, folder, signBy, wasDone, creator: null }
  const check = () => {
    assertNotArchived(folder)
    assertVersion(document, ifMatch)
  }
  return { document, signing: { thing, signers }, check }
}

export async function changeContractSigners(
  tx: Tx,
  actor: Actor,
  id: string,
  change: SignersChange,
  ifMatch: IfMatch,
): Promise<ContractView> {
  const { contract, signing, check } = await contractSigning(tx, actor, id, ifMatch)
  assertCanChangeSignersOfContract(contract, actor)
  check()
  await replace(tx, actor, signing, change)
  return contractAfter(tx, actor, id)
}

export async function changeDocumentSigners(
  tx: Tx,
  actor: Actor,
  id: string,
  change: SignersChange,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, signing, check } = await documentSigning(tx, actor, id, ifMatch)
  assertCanChangeSignersOfDocument(document, actor)
  check()
  await replace(tx, actor, signing, change)
  return documentAfter(tx, actor, id)
}

/** Replaces the signers who haven't signed with those in `change`. */
async function replace(tx: Tx, actor: Actor, { thing, signers }: Signing, { signers: chosen, signBy }: SignersChange) {
  const { noun, id, name, folder, wasDone, creator } = thing
  const given = signers.filter(({ status }) => status === 'signed')
  const next = await chosenSigners(tx, folder, noun, chosen, given)
  if (wasDone && next.some(({ side }) => side === 'client'))
    throw conflict('Everyone on the client’s side has signed. Only the team member can be replaced.')
  await tx.run(sql`update ${raw(noun)} set sign_by = ${signBy}, version = version + 1 where id = ${id}`)
  await replacePending(tx, thing, folder.id, next)
  record(tx, thing, 'signers-changed', { signers: next.length })
  const staying = new Set(next.map(({ userId }) => userId ?? folder.clientId))
  const dropped = signers
    .filter(
      ({ status, turnAt, userId, side }) =>
        status === 'pending' && turnAt !== null && side === 'client' && !staying.has(userId),
    )
    .map(({ userId }) => userId)
  for (const email of signatureNotNeeded(folder, thing, dropped)) tx.mail(email)
  const { isNowDone } = await proceed(tx, actor, { ...thing, signBy })
  const signerIds = given.filter(({ side }) => side === 'client').map(({ userId }) => userId)
  if (isNowDone)
    for (const email of signed(folder, { noun, id, name }, { signerIds, isDone: true, creator })) tx.mail(email)
}

export async function delegateContract(
  tx: Tx,
  actor: Actor,
  id: string,
  input: DelegationInput,
  ifMatch: IfMatch,
): Promise<ContractView> {
  const { contract, signing, check } = await contractSigning(tx, actor, id, ifMatch)
  const signer = assertCanDelegate(contract.signers, actor)
  check()
  await delegate(tx, actor, signing, signer, input)
  return contractAfter(tx, actor, id)
}

export async function delegateDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  input: DelegationInput,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, signing, check } = await documentSigning(tx, actor, id, ifMatch)
  const signer = assertCanDelegate(document.signers, actor)
  check()
  await delegate(tx, actor, signing, signer, input)
  return documentAfter(tx, actor, id)
}

async function delegate(tx: Tx, actor: Actor, { thing }: Signing, signer: Signer, { userId }: DelegationInput) {
  const { noun, id, folder, creator, signBy } = thing
  const possible = await possibleSigners(tx, folder, noun)
  if (userId === actor.id || !possible.some((each) => each.userId === userId && each.side === 'client'))
    throw invalid('userId', 'Choose someone who has permission to sign for the client.')
  await delegateTo(tx, thing, folder, signer, { actor, userId })
  await tx.run(sql`update ${raw(noun)} set version = version + 1 where id = ${id}`)
  record(tx, thing, 'signature-delegated', { from: actor.id, to: userId })
  const { turns } = await startTurns(tx, id, folder)
  for (const email of delegatedTo(folder, thing, userId, signBy)) tx.mail(email)
  await notifyOfTurns(
    tx,
    thing,
    turns.filter((turn) => turn.userId !== userId),
  )
  for (const email of delegated(folder, thing, creator)) tx.mail(email)
}

function record(
  tx: Tx,
  { noun, id, folder }: SignedThing,
  what: 'signers-changed' | 'signature-delegated',
  details: Record<string, unknown>,
) {
  tx.record(
    { action: noun === 'contracts' ? `contract.${what}` : `document.${what}`, id, clientFolderId: folder.id, details },
    { type: noun, id, clientFolderId: folder.id },
  )
}

async function contractAfter(tx: Tx, actor: Actor, id: string) {
  const { contract, folder } = await contractFor(tx, actor, id)
  return viewedContract(contract, actor, folder)
}

async function documentAfter(tx: Tx, actor: Actor, id: string) {
  const { document, folder } = await documentFor(tx, actor, id)
  return viewedDocument(document, actor, folder)
}
