// A document: a file in a client folder. It is registered from an upload, once; its bytes never change. If it requires
// signatures, each signer signs it once, or one of them declines with a reason; then the team may request them again.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { SignatureSummary } from './signature.ts'
import { hasSigned, Signer, signingFields } from './signer.ts'
import { Id, Instant, versioned, requiredName, requiredText } from './text.ts'

export const scans = ['not-scanned', 'waiting', 'clean', 'infected'] as const
export const Scan = z.enum(scans)
export type Scan = z.infer<typeof Scan>

/** No one on the client's side ever sees a team-only document. */
export const DocumentVisibility = z.enum(['shared', 'team-only'], 'Choose an option from the list.')
export type DocumentVisibility = z.infer<typeof DocumentVisibility>

export const isTeamOnly = ({ visibility }: { visibility: DocumentVisibility }): boolean => visibility === 'team-only'

/** What a PDF can do besides showing its pages. `unreadable`: it could not be examined. */
export const ActiveContent = z.enum(['javascript', 'launch', 'remote', 'attachments', 'xfa', 'media', 'unreadable'])
export type ActiveContent = z.infer<typeof ActiveContent>

const activeContentWords: Record<Exclude<ActiveContent, 'unreadable'>, string> = {
  javascript: 'JavaScript',
  launch: 'a command that starts a program',
  remote: 'links to other files',
  attachments: 'attached files',
  xfa: 'an XFA form',
  media: 'audio, video, or 3D',
}

/** "Contains JavaScript and attached files", or null. */
export function activeContentSentence(found: readonly ActiveContent[] | null): string | null {
  if (found === null || found.length === 0) return null
  const words = found.filter((each) => each !== 'unreadable').map((each) => activeContentWords[each])
  if (words.length === 0) return 'Couldn’t be checked for scripts and attached files'
  return `Contains ${new Intl.ListFormat('en-US').format(words)}`
}

/**
 * Why a PDF can't be signed: it contains more than its pages, and could look different later. Null if it can be signed.
 */
export function unsignableReason(found: readonly ActiveContent[]): string | null {
  if (found.length === 0) return null
  if (found.includes('unreadable'))
    return 'We couldn’t check this PDF for scripts and attached files, so it can’t be signed. Print it to a new PDF and upload that.'
  const contains = activeContentSentence(found)?.replace('Contains', 'contains')
  return `This PDF ${contains}, so it can’t be signed. Print it to a new PDF and upload that.`
}

/** Throws 409 for a signature on such a PDF. */
export function assertCanBeSigned(found: readonly ActiveContent[]): void {
  const reason = unsignableReason(found)
  if (reason !== null) throw conflict(reason)
}

/** The limit for all documents of a folder, in bytes. */
export const folderSizeLimit = 5_000_000_000

export function assertFolderHasRoom(used: number, size: number): void {
  if (used + size > folderSizeLimit)
    throw conflict(
      'This folder is full: its documents can total at most 5 GB. Contact us for more space.',
      'clientFolderId',
    )
}

/** The client's file picker accepts five files at a time. */
export const maxFilesPerUpload = 5

/** How long an upload address is valid; an upload that no one registers is swept after a day. */
export const uploadMinutes = 15
export const unclaimedHours = 24
export const uploadsAMinute = 20
export const uploadsADay = 100

/** Larger files are sent in parts; every part but the last has at least the minimum size. In bytes. */
export const multipartFrom = 104_857_600
export const minPartSize = 5_242_880
export const maxParts = 10_000

const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/ // oxlint-disable-line no-control-regex

/** A file's name as its owner wrote it. It is not used as a name on the server; a path in it is only text. */
const fileName = (message: string) =>
  requiredName(message).refine((name) => !controlCharacter.test(name), 'A file name must be one line of text.')

const tooFar = 'Enter a date between 2000 and 2999.'

/** The last day on which a document is valid; empty or null for none. */
export const ExpirationDate = z.union(
  [
    z.iso.date('Enter a date.').refine((date) => !/^\d{4}-/.test(date) || date.startsWith('2'), tooFar),
    z.literal(''),
    z.null(),
  ],
  'Enter a date.',
)

export const DocumentInput = z.strictObject({
  /** The uploadURL, the objectPath, or the companion's location of an upload. */
  documentURL: z.string('Upload the file first.').min(1, 'Upload the file first.').max(2000),
  fileName: fileName('File name is required'),
  originalName: fileName('Original name is required'),
  fileSize: z
    .int('The file size must be a whole number of bytes.')
    .min(0, 'The file size must be a whole number of bytes.'),
  mimeType: z.string().max(200),
  clientFolderId: Id,
  requiresSignature: z.boolean().optional(),
  documentRequestId: z.union([Id, z.null()]).optional(),
  assignmentId: z.union([Id, z.null()]).optional(),
  expiresOn: ExpirationDate.optional(),
  /** Without it, the document is shared with the client. */
  visibility: DocumentVisibility.optional(),
})
export type DocumentInput = z.infer<typeof DocumentInput>

/** A file that replaces a document; registered like any other upload. */
export const DocumentVersionInput = DocumentInput.pick({
  documentURL: true,
  fileName: true,
  originalName: true,
  fileSize: true,
  mimeType: true,
  expiresOn: true,
})
export type DocumentVersionInput = z.infer<typeof DocumentVersionInput>

/** Without signers, the folder's client alone signs. */
export const DocumentChange = z.strictObject({ requiresSignature: z.boolean(), ...signingFields })
export type DocumentChange = z.infer<typeof DocumentChange>

/** `open`: shows in the browser; `refuse`: decline to sign, with a reason. */
export const DocumentAction = z.enum([
  'download',
  'open',
  'sign',
  'refuse',
  'delegate',
  'change-signers',
  'request-signature',
  'withdraw-signature',
  'withdraw',
  'add-version',
  'set-expiration',
  'share',
  'make-team-only',
])
export type DocumentAction = z.infer<typeof DocumentAction>

export const Document = z.object({
  id: Id,
  fileName: z.string(),
  originalName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  /** Where its bytes are downloaded: an address of the portal with the usual access checks. */
  objectPath: z.string(),
  sha256: z.string(),
  clientFolderId: Id,
  uploadedById: Id,
  uploadedByName: z.string().nullable(),
  requiresSignature: z.boolean(),
  isSigned: z.boolean(),
  signedAt: Instant.nullable(),
  /** In their order. */
  signers: z.array(Signer),
  /** Due date for all signatures. */
  signBy: z.string().nullable(),
  /** Who signed, and since when the sealed copy exists. */
  signature: SignatureSummary.nullable(),
  declineReason: z.string().nullable(),
  declinedAt: Instant.nullable(),
  /** Since when the reader has received all of its bytes, which is what "opened" means for signing. */
  openedAt: Instant.nullable(),
  documentRequestId: Id.nullable(),
  subfolder: z.string().nullable(),
  /** None for a client. */
  tags: z.array(z.string()),
  visibility: DocumentVisibility,
  /** The last day on which it is valid. */
  expiresOn: z.string().nullable(),
  /** Whether the client's side is reminded of that day as well. */
  remindsClient: z.boolean(),
  /** Counted from 1. */
  versionNumber: z.int(),
  /** The current version, if this is an earlier one. */
  replacedById: Id.nullable(),
  /** The virus scanner's result; 'not-scanned' without a scanner. */
  scan: Scan,
  /** For a PDF; null before it was examined. */
  activeContent: z.array(ActiveContent).nullable(),
  createdAt: Instant,
  ...versioned,
})
export type Document = z.infer<typeof Document>

/** Whether this person may download the bytes: an unscanned file only its uploader, an infected one no one. */
export const isFetchable = (document: Pick<Document, 'scan' | 'uploadedById'>, actor: Pick<Actor, 'id'>): boolean =>
  document.scan !== 'infected' && (document.scan !== 'waiting' || document.uploadedById === actor.id)

export const scanSentences = {
  waiting: 'This file is still being checked for viruses. Try again in a few minutes.',
  infected: 'The virus scanner found a problem in this file, so no one can open it. Ask for a clean copy.',
} as const

export function assertCanDownloadDocument(
  document: Pick<Document, 'scan' | 'uploadedById'>,
  actor: Pick<Actor, 'id'>,
): void {
  if (isFetchable(document, actor)) return
  throw forbidden(scanSentences[document.scan === 'waiting' ? 'waiting' : 'infected'])
}

export const DocumentView = Document.extend({ allowed: z.array(DocumentAction) })
export type DocumentView = z.infer<typeof DocumentView>

export const awaitsSignature = (document: Document): boolean =>
  document.requiresSignature && !document.isSigned && document.declinedAt === null

/** An uploader can withdraw a document within an hour; the team at any time. Its file is deleted 30 days later. */
export const withdrawalMinutes = 60
export const withdrawnFileDays = 30

export const WithdrawalInput = z.strictObject({ reason: requiredText('Enter a reason.', 1000) })
export type WithdrawalInput = z.infer<typeof WithdrawalInput>

export const WithdrawnDocument = z.object({
  id: Id,
  clientFolderId: Id,
  /** For the team and the uploader only: a file in the wrong folder may be named after another client. */
  originalName: z.string().nullable(),
  withdrawnByName: z.string().nullable(),
  withdrawnAt: Instant,
  reason: z.string(),
  fileDeletedAt: Instant.nullable(),
})
export type WithdrawnDocument = z.infer<typeof WithdrawnDocument>

export const isStillTheirs = (
  { uploadedById, createdAt }: Pick<Document, 'uploadedById' | 'createdAt'>,
  actor: Actor,
  now: Date,
) => uploadedById === actor.id && now.getTime() - Date.parse(createdAt) <= withdrawalMinutes * 60_000

/** Throws 403 to clients for someone else's document or an older one, 409 for a signed one. */
export function assertCanWithdrawDocument(
  document: Pick<Document, 'uploadedById' | 'createdAt' | 'isSigned' | 'signers' | 'replacedById'>,
  actor: Actor,
  now: Date,
): void {
  if (isClient(actor) && !isStillTheirs(document, actor, now))
    throw forbidden('You can withdraw your own documents for one hour. Send us a message to withdraw this one.')
  if (document.isSigned || hasSigned(document.signers))
    throw conflict('This document is signed, so it can’t be withdrawn.')
  assertIsCurrent(document)
}

/** Throws 409 for an earlier version: it can only be read. */
export function assertIsCurrent({ replacedById }: Pick<Document, 'replacedById'>): void {
  if (replacedById !== null) throw conflict('This is an earlier version of the document. Open the current version.')
}
