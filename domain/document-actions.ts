// What each person can do with a document, and with its signatures.
import { type Actor, isClient } from './actor.ts'
import { type FolderFacts, isOpen } from './client-folder.ts'
import {
  assertIsCurrent,
  awaitsSignature,
  type Document,
  type DocumentAction,
  isFetchable,
  isStillTheirs,
  isTeamOnly,
} from './document.ts'
import { maySetExpiration } from './document-expiration.ts'
import { assertShared } from './document-visibility.ts'
import { conflict, forbidden } from './errors.ts'
import { fileKinds } from './file-kind.ts'
import { assertOpened, type Opened } from './signature.ts'
import { assertTurn, hasSigned, isPending, type Signer, turnOf } from './signer.ts'
import { officeZone } from './time.ts'

export function allowedActions(
  document: Document,
  actor: Actor,
  folder: FolderFacts,
  now = new Date(),
): DocumentAction[] {
  const actions = actionsOn(document, actor, folder)
  if (!isOpen(folder) || document.replacedById !== null) return actions
  if (maySetExpiration(document, actor)) actions.push('set-expiration')
  if (!isClient(actor)) actions.push(...visibilityActions(document))
  if (document.isSigned || hasSigned(document.signers)) return actions
  const mayReplace = !awaitsAnyone(document) && (!isClient(actor) || document.uploadedById === actor.id)
  const mayWithdraw = !isClient(actor) || isStillTheirs(document, actor, now)
  return [
    ...actions,
    ...(mayReplace ? (['add-version'] as const) : []),
    ...(mayWithdraw ? (['withdraw'] as const) : []),
  ]
}

function actionsOn(document: Document, actor: Actor, folder: FolderFacts): DocumentAction[] {
  if (!isFetchable(document, actor)) return []
  const actions: DocumentAction[] = ['download']
  if (document.mimeType === fileKinds.pdf.mimeType) actions.push('open')
  if (!isOpen(folder) || document.replacedById !== null) return actions
  return [...actions, ...signerActions(document, actor), ...(isClient(actor) ? [] : teamActions(document))]
}

/** Whether the client has seen the document is found out when it is changed. */
function visibilityActions(document: Document): DocumentAction[] {
  if (isTeamOnly(document)) return ['share']
  const isForClient = document.requiresSignature || document.isSigned || document.documentRequestId !== null
  return isForClient || document.signers.length > 0 ? [] : ['make-team-only']
}

function signerActions({ signers, isSigned, ...document }: Document, actor: Actor): DocumentAction[] {
  if (document.declinedAt !== null || !document.requiresSignature) return []
  const canDelegate = signers.some(
    (each) => each.userId === actor.id && isPending(each) && each.canSign && each.canDelegate,
  )
  const turn = turnOf(signers, actor)
  return [
    ...(turn === null ? [] : (['sign'] as const)),
    ...(turn?.side === 'client' && !isSigned ? (['refuse'] as const) : []),
    ...(canDelegate && isClient(actor) ? (['delegate'] as const) : []),
  ]
}

function teamActions(document: Document): DocumentAction[] {
  const changes: DocumentAction[] = awaitsAnyone(document) ? ['change-signers'] : []
  if (document.isSigned || isTeamOnly(document)) return changes
  if (awaitsSignature(document)) return [...changes, 'withdraw-signature']
  return hasSigned(document.signers) ? [] : ['request-signature']
}

/** Also after the client's side has signed, while a team member has not. */
const awaitsAnyone = ({ requiresSignature, declinedAt, signers }: Document) =>
  requiresSignature && declinedAt === null && signers.some(isPending)

/** Throws 403 for clients, 409 while no signature is pending. */
export function assertCanChangeSigners(document: Document, actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can change who signs a document.')
  if (!awaitsAnyone(document)) throw conflict('No signature is pending on this document.')
}

const askAgain = 'The team can request your signature again.'

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: officeZone, dateStyle: 'long' })

/**
 * The signature that this person gives or declines now. Throws 403 for everyone but its signers, and 409 for a document
 * that is signed, not to be signed, or declined, and for a signer whose turn it isn't.
 */
export function assertSignerOfDocument(document: Document, actor: Actor): Signer {
  const { signers, signedAt } = document
  const notSigner = forbidden('Only the client of this folder can sign or decline.')
  const own = signers.find(({ userId }) => userId === actor.id)
  if (own === undefined && (!isClient(actor) || signers.length > 0)) throw notSigner
  if (signedAt !== null && own?.side !== 'firm')
    throw conflict(`This document was signed on ${longDate.format(new Date(signedAt))} and can’t be changed.`)
  if (!document.requiresSignature) throw conflict('This document doesn’t need a signature.')
  if (document.declinedAt !== null)
    throw conflict(`${own?.status === 'declined' ? 'You' : 'A signer'} declined to sign this document. ${askAgain}`)
  return assertTurn(signers, actor, { notSigner, signedAlready: 'You’ve already signed this document.' })
}

/** The same for declining, which only the client's side can. */
export function assertCanDeclineDocument(document: Document, actor: Actor): void {
  if (!isClient(actor)) throw forbidden('Only the client of this folder can sign or decline.')
  assertSignerOfDocument(document, actor)
}

/** The opened document to sign. Also throws 409 for a signer who has not opened it. */
export const assertCanSignDocument = (document: Document, actor: Actor, opened: Opened | null) => ({
  signer: assertSignerOfDocument(document, actor),
  opened: assertOpened(opened, 'Open the document and read it to the end before you sign.'),
})

/** Only the team requests a signature (403), and only one (409). */
export function assertCanRequestSignature(actor: Actor, document: Document | null = null): void {
  if (isClient(actor)) throw forbidden('Only the team can request a signature.')
  if (document === null) return
  assertIsCurrent(document)
  assertShared(document, 'before you request a signature')
  if (document.isSigned) throw conflict('This document is signed and can’t be changed.')
  if (hasSigned(document.signers) && !awaitsSignature(document))
    throw conflict('Someone signed this document before the request ended. Upload it again to request signatures.')
}

/**
 * The team and the person who uploaded a document can replace it (403 for other clients). 409 if it is signed, if a
 * signature is requested, or if it was replaced before.
 */
export function assertCanAddVersion(document: Document, actor: Actor): void {
  if (isClient(actor) && document.uploadedById !== actor.id)
    throw forbidden('You can only add versions of documents that you uploaded.')
  assertIsCurrent(document)
  if (document.isSigned || hasSigned(document.signers))
    throw conflict('This document is signed, so it can’t be replaced.')
  if (awaitsAnyone(document))
    throw conflict('A signature is requested on this document. Cancel the request before you replace it.')
}
