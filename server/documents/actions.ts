import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import {
  ActiveContent,
  assertCanBeSigned,
  awaitsSignature,
  type Document,
  type DocumentChange,
  type DocumentInput,
  type DocumentVersionInput,
  type DocumentView,
  assertFolderHasRoom,
  isTeamOnly,
  Scan,
  unsignableReason,
} from '../../domain/document.ts'
import { assertCanRequestSignature } from '../../domain/document-actions.ts'
import { assertCanAddTeamOnly } from '../../domain/document-visibility.ts'
import { fileKinds, type FileKind, kindOf } from '../../domain/file-kind.ts'
import { conflict, DomainError, invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import { claim, type Upload } from '../../domain/upload.ts'
import { folderFor, folderToAddTo } from '../client-folders/queries.ts'
import { submitDocumentRequest } from '../document-requests/actions.ts'
import { bytesOf } from '../file-inspection/bytes.ts'
import { inspect } from '../file-inspection/inspect.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { withoutData } from '../kit/log.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { hasSigned, type SignersChange } from '../../domain/signer.ts'
import { notifyOfTurns } from '../signatures/proceed.ts'
import { addSigners, chosenSigners, endSigning, hideEarlierSigners, startTurns } from '../signatures/signers.ts'
import { discardUpload } from '../uploads/actions.ts'
import { uploadFor } from '../uploads/queries.ts'
import { answerAssignment } from './answers.ts'
import { queueTextExtraction } from './document-texts.ts'
import { documentArrived, signatureWanted } from './emails.ts'
import { documentChange, documentFor, isSharedWith, unsafeStorageKey, viewed } from './queries.ts'
import { scanFile } from './scan.ts'
import { typed } from '../kit/row-types.ts'

/**
 * Adds an uploaded file to a folder. The bytes are inspected before anything is locked; that is safe because stored
 * bytes never change.
 * @param uploadId the upload that `documentURL` names, null if it names none of this portal
 * @param also what the same transaction writes; if it fails, no document is created
 */
export async function registerDocument(
  { db, ...parts }: Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>,
  origin: Origin,
  actor: Actor,
  input: DocumentInput,
  uploadId: string | null,
  also?: (tx: Tx, documentId: string) => Promise<void>,
): Promise<DocumentView> {
  if (input.requiresSignature) assertCanRequestSignature(actor)
  if (input.visibility === 'team-only') assertCanAddTeamOnly(actor, input)
  assertNotArchived(await folderFor(db, actor, input.clientFolderId, { part: 'documents' }).catch(invalidFolder))
  const upload = await examineUpload({ db, ...parts }, origin, actor, input, uploadId)
  return db.transaction(origin, async (tx) => {
    const document = await addDocument(tx, actor, input, upload)
    await also?.(tx, document.id)
    return document
  })
}

/** A complete upload whose bytes were found acceptable. */
export const ExaminedUpload = z.object({
  id: z.string(),
  storageKey: z.string(),
  size: z.number(),
  sha256: z.string(),
  kind: z.enum(Object.keys(fileKinds) as [FileKind, ...FileKind[]]),
  activeContent: z.array(ActiveContent).nullable(),
  scan: Scan,
  finding: z.string().nullable(),
})
export type ExaminedUpload = z.infer<typeof ExaminedUpload>

/** Throws 400 for an upload that is not the actor's or is refused, which is then removed, and 409 for an incomplete one. */
export async function examineUpload(
  { db, ...parts }: Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>,
  origin: Origin,
  actor: Actor,
  input: DocumentVersionInput & { requiresSignature?: boolean | undefined },
  uploadId: string | null,
): Promise<ExaminedUpload> {
  const { files } = parts
  const upload = await uploadOr400(db, actor, uploadId)
  const { size, sha256 } = claim(upload)
  const { kind, activeContent } = await inspectUpload(parts, actor, input, upload, size).catch(
    async (error: unknown) => {
      if (error instanceof DomainError)
        await discardUpload(db, files, origin, actor, upload.id, {
          action: 'upload.refused',
          details: { fields: error.issues.map(({ path }) => path) },
        })
      throw error
    },
  )
  const { id, storageKey } = upload
  return { id, storageKey, size, sha256, kind, activeContent, ...(await scanFile(parts, storageKey)) }
}

async function inspectUpload(
  { files, ...parts }: Pick<AppContext, 'files' | 'seal' | 'log'>,
  actor: Actor,
  input: DocumentVersionInput & { requiresSignature?: boolean | undefined },
  upload: Upload,
  size: number,
): Promise<{ kind: FileKind; activeContent: ActiveContent[] | null }> {
  const found = size === 0 ? null : await inspect(bytesOf(files, upload.storageKey, size))
  const kind = kindOf(actor, input, { size, ...(found ?? { kind: null, fault: 'empty', resembles: null }) })
  if (kind !== 'pdf') return { kind, activeContent: null }
  const activeContent = await parts.seal
    .activeContent({ storageKey: upload.storageKey, size })
    .catch((error: unknown) => {
      if (input.requiresSignature) throw error
      // The PDF is examined again before a signature is requested.
      parts.log.warn({ error: withoutData(error) }, 'a PDF could not be examined')
      return null
    })
  const reason = input.requiresSignature && activeContent !== null ? unsignableReason(activeContent) : null
  if (reason !== null) throw invalid('documentURL', reason)
  return { kind, activeContent }
}

/**
 * Throws 409 for a signature on a PDF that contains more than pages. A document that was never examined is examined
 * now, so call this before the transaction.
 */
export async function assertSignable(
  { db, seal }: Pick<AppContext, 'db' | 'seal'>,
  { id, mimeType, fileSize: size, activeContent }: Document,
): Promise<void> {
  if (mimeType !== fileKinds.pdf.mimeType) return
  if (activeContent !== null) return assertCanBeSigned(activeContent)
  const found = await seal.activeContent({ storageKey: await unsafeStorageKey(db, id), size })
  await db.run(sql`update documents set active_content = ${found} where id = ${id}`)
  assertCanBeSigned(found)
}

const SizeRow = z.object({ used: z.number() })

export async function addDocument(
  tx: Tx,
  actor: Actor,
  input: DocumentInput & { signBy?: string | null },
  { id, storageKey, size, sha256, kind, scan, finding, activeContent }: ExaminedUpload,
  { notifies = true }: { notifies?: boolean } = {},
): Promise<DocumentView> {
  const folder = await folderToAddTo(tx, actor, input.clientFolderId, 'documents').catch(invalidFolder)
  assertNotArchived(folder)
  // For a client without team-only documents, so that the limit doesn't reveal them.
  const { used } = await tx.one(typed(SizeRow)`
    select coalesce(sum(d.file_size), 0)::bigint as used from documents d
    where d.client_folder_id = ${folder.id} and ${isSharedWith(actor, sql`d`)}`)
  assertFolderHasRoom(used, size)
  const { requiresSignature = false, visibility = 'shared' } = input
  const expiresOn = input.expiresOn || null
  const claimed = await tx.run(sql`
    update uploads set claimed_at = ${tx.now} where id = ${id} and claimed_at is null and discarded_at is null`)
  if (claimed === 0) throw conflict('This upload was already registered as a document.')
  if (input.documentRequestId) await submitDocumentRequest(tx, folder, input.documentRequestId)
  await tx.run(sql`
    insert into documents (id, file_name, original_name, file_size, mime_type, storage_key, sha256, client_folder_id,
      uploaded_by_id, requires_signature, document_request_id, visibility, scan, scan_finding, active_content,
      expires_on, expiration_set_at, created_at)
    values (${id}, ${input.fileName}, ${input.originalName}, ${size}, ${fileKinds[kind].mimeType}, ${storageKey}, ${sha256},
      ${folder.id}, ${actor.id}, ${requiresSignature}, ${input.documentRequestId ?? null}, ${visibility}, ${scan}, ${finding}, ${activeContent},
      ${expiresOn}, ${expiresOn === null ? null : tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'document.added',
      id,
      clientFolderId: folder.id,
      details: {
        size,
        sha256,
        kind,
        requiresSignature,
        ...(isTeamOnly({ visibility }) ? { visibility } : {}),
        ...(activeContent?.length ? { activeContent } : {}),
        ...(scan === 'not-scanned' ? {} : { scan, finding }),
      },
    },
    documentChange({ id, visibility }, folder.id),
  )
  await queueTextExtraction(tx, id)
  if (input.assignmentId) await answerAssignment(tx, actor, folder, input.assignmentId, id)
  // The email about the completed assignment covers it.
  if (requiresSignature)
    await requestSignatures(
      tx,
      actor,
      folder,
      { id, originalName: input.originalName },
      { signBy: input.signBy ?? null },
    )
  else if (notifies && !isTeamOnly({ visibility }) && (!input.assignmentId || !isClient(actor)))
    notifyOtherSide(tx, actor, folder, input.originalName)
  return viewedAfter(tx, actor, id)
}

/** The team requests a signature, for the first time or again after a decline, or withdraws the request. */
export async function changeDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { requiresSignature, ...signing }: DocumentChange,
  ifMatch: IfMatch,
): Promise<DocumentView> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanRequestSignature(actor, document)
  assertNotArchived(folder)
  assertVersion(document, ifMatch)
  await tx.run(sql`
    update documents set requires_signature = ${requiresSignature},
      ${requiresSignature ? sql`signature_requested_at = ${tx.now},` : sql``} decline_reason = null, declined_at = null, version = version + 1
    where id = ${id}`)
  tx.record(
    {
      action: requiresSignature ? 'document.signature-requested' : 'document.signature-withdrawn',
      id,
      clientFolderId: folder.id,
      details: { before: document.requiresSignature, after: requiresSignature },
    },
    documentChange(document, folder.id),
  )
  if (!requiresSignature) await endSigning(tx, id, hasSigned(document.signers) ? 'canceled' : 'removed')
  else if (!awaitsSignature(document)) await requestSignatures(tx, actor, folder, document, signing)
  return viewedAfter(tx, actor, id)
}

/** Starts the signing of a document: who signs, in which order, and by when. */
async function requestSignatures(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  { id, originalName }: Pick<Document, 'id' | 'originalName'>,
  { signers, signBy = null }: Partial<SignersChange> | Omit<DocumentChange, 'requiresSignature'>,
) {
  const chosen = await chosenSigners(tx, folder, 'documents', signers)
  await hideEarlierSigners(tx, id)
  await tx.run(sql`update documents set sign_by = ${signBy} where id = ${id}`)
  const thing = { noun: 'documents' as const, id, name: originalName, folder, signBy }
  await addSigners(tx, thing, folder.id, chosen)
  const { turns } = await startTurns(tx, id, folder)
  const ofClient = turns.filter(({ side }) => side === 'client').map(({ userId }) => userId)
  const email = ofClient.length === 0 ? null : signatureWanted(folder, actor, originalName, ofClient)
  if (email !== null) tx.mail(email)
  await notifyOfTurns(
    tx,
    thing,
    turns.filter(({ side }) => side === 'firm'),
  )
}

export function notifyOtherSide(tx: Tx, actor: Actor, folder: ClientFolder, originalName: string) {
  const email = documentArrived(folder, isClient(actor) ? 'team' : 'client', actor, originalName)
  if (email !== null) tx.mail(email)
}

/** Returns the same 400 for an invalid address, a missing upload, and someone else's upload. */
async function uploadOr400(reader: Reader, actor: Actor, id: string | null): Promise<Upload> {
  const sentence = 'This upload wasn’t found. Upload the file again.'
  if (id === null) throw invalid('documentURL', sentence)
  return uploadFor(reader, actor, id).catch(notFoundAsInvalid('documentURL', sentence))
}

const invalidFolder = notFoundAsInvalid('clientFolderId', 'Choose one of your folders.')

export async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { document, folder } = await documentFor(tx, actor, id)
  return viewed(document, actor, folder)
}
