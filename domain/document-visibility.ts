// Whether a document is shared with the client's side, or only the team sees it.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { assertIsCurrent, type Document, type DocumentInput, DocumentVisibility, isTeamOnly } from './document.ts'
import { conflict, forbidden, invalid } from './errors.ts'

/** Where a folder export of the team has team-only documents, and an import looks for them. */
export const teamOnlyDirectory = 'team-only documents'

export const VisibilityChange = z.strictObject({ visibility: DocumentVisibility })
export type VisibilityChange = z.infer<typeof VisibilityChange>

/** Throws 403 to clients, 400 for a file that the client's side is to sign, or that answers what it sees. */
export function assertCanAddTeamOnly(
  actor: Actor,
  input: Pick<DocumentInput, 'requiresSignature' | 'documentRequestId' | 'assignmentId'>,
): void {
  if (isClient(actor)) throw forbidden('Only the team can add team-only documents.')
  if (input.requiresSignature)
    throw invalid('requiresSignature', 'The client can’t sign a team-only document. Share it with the client.')
  if (input.documentRequestId)
    throw invalid('documentRequestId', 'A team-only document can’t answer a document request.')
  if (input.assignmentId) throw invalid('assignmentId', 'A team-only document can’t be added to an assignment.')
}

/** Only the team (403), for the current version, and not for what it is already (409). */
export function assertCanChangeVisibility(
  document: Pick<Document, 'visibility' | 'replacedById'>,
  actor: Actor,
  { visibility }: VisibilityChange,
): void {
  if (isClient(actor)) throw forbidden('Only the team can change who sees a document.')
  assertIsCurrent(document)
  if (document.visibility !== visibility) return
  throw conflict(
    isTeamOnly(document) ? 'This document is already team-only.' : 'This document is already shared with the client.',
  )
}

/** How the client's side may know of a shared document, in any of its versions. */
export const KnownToClient = z.object({
  isUploaded: z.boolean(),
  isOpened: z.boolean(),
  isExported: z.boolean(),
  isInSigning: z.boolean(),
  isInHandbook: z.boolean(),
  isInRequest: z.boolean(),
  isInMessage: z.boolean(),
  isInAssignment: z.boolean(),
  isCertificate: z.boolean(),
})
export type KnownToClient = z.infer<typeof KnownToClient>

const reasons: Record<keyof KnownToClient, string> = {
  isUploaded: 'The client uploaded this document',
  isOpened: 'The client has opened this document',
  isExported: 'The client has exported this folder',
  isInSigning: 'A signature was requested on this document',
  isInHandbook: 'This document is a version of a handbook that was sent to the client',
  isInRequest: 'This document answers a document request',
  isInMessage: 'A message contains this document',
  isInAssignment: 'This document belongs to an assignment',
  isCertificate: 'This document is the certificate of a training record',
}

/** Throws 409 with the first reason. */
export function assertUnknownToClient(known: KnownToClient): void {
  for (const [fact, reason] of Object.entries(reasons))
    if (known[fact as keyof KnownToClient]) throw conflict(`${reason}, so it can’t be made team-only.`)
}

/** What the client's side would be pointed to. Throws 409. */
export function assertShared(document: Pick<Document, 'visibility'>, beforeWhat: string): void {
  if (isTeamOnly(document))
    throw conflict(`Only the team can see this document. Share it with the client ${beforeWhat}.`)
}
