// A document: a file that lies in a client folder. It is registered from an upload, once; its bytes never change.
// Lives: one that requires a signature becomes signed once, by the folder's client, who may also refuse with a reason;
// then the team may ask again.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type FolderFacts, isClientOf, isOpen } from './client-folder.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { SignatureSummary } from './signature.ts'
import { Id, Instant, kept, requiredName } from './text.ts'

export const fileKinds = {
  pdf: { label: 'PDF', extensions: ['pdf'], mimeType: 'application/pdf', alsoSentAs: ['application/x-pdf'] },
  doc: { label: 'DOC', extensions: ['doc'], mimeType: 'application/msword', alsoSentAs: [] },
  docx: {
    label: 'DOCX',
    extensions: ['docx'],
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    alsoSentAs: ['application/zip', 'application/x-zip-compressed'],
  },
  xls: { label: 'XLS', extensions: ['xls'], mimeType: 'application/vnd.ms-excel', alsoSentAs: [] },
  xlsx: {
    label: 'XLSX',
    extensions: ['xlsx'],
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    alsoSentAs: ['application/zip', 'application/x-zip-compressed'],
  },
  png: { label: 'PNG', extensions: ['png'], mimeType: 'image/png', alsoSentAs: [] },
  jpeg: {
    label: 'JPEG',
    extensions: ['jpg', 'jpeg'],
    mimeType: 'image/jpeg',
    alsoSentAs: ['image/jpg', 'image/pjpeg'],
  },
} as const satisfies Record<
  string,
  { label: string; extensions: readonly string[]; mimeType: string; alsoSentAs: readonly string[] }
>

export const scans = ['not-scanned', 'waiting', 'clean', 'infected'] as const
export const Scan = z.enum(scans)
export type Scan = z.infer<typeof Scan>

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

/** Why a PDF can't be signed: it holds more than its pages, and could show something else later. Null where it can. */
export function whyNotSigned(found: readonly ActiveContent[]): string | null {
  if (found.length === 0) return null
  if (found.includes('unreadable'))
    return 'We couldn’t check this PDF for scripts and attached files, so it can’t be signed. Print it to a new PDF and upload that.'
  const contains = activeContentSentence(found)?.replace('Contains', 'contains')
  return `This PDF ${contains}, so it can’t be signed. Print it to a new PDF and upload that.`
}

/** Refuses (409) a signature on such a PDF. */
export function assertCanBeSigned(found: readonly ActiveContent[]): void {
  const reason = whyNotSigned(found)
  if (reason !== null) throw conflict(reason)
}

export type FileKind = keyof typeof fileKinds

const clientKinds = ['pdf', 'doc', 'docx', 'xls', 'xlsx'] as const satisfies readonly FileKind[]
const teamKinds = [...clientKinds, 'png', 'jpeg'] as const satisfies readonly FileKind[]

export const kindsFor = (actor: Actor): readonly FileKind[] => (isClient(actor) ? clientKinds : teamKinds)

/** 10 MB for clients, 200 MB for the team, in bytes. */
export const clientSizeLimit = 10_485_760
export const teamSizeLimit = 209_715_200
export const sizeLimitFor = (actor: Actor): number => (isClient(actor) ? clientSizeLimit : teamSizeLimit)

/** What the documents of a folder may have together, in bytes. */
export const folderSizeLimit = 5_000_000_000

export function assertFolderHasRoom(kept: number, size: number): void {
  if (kept + size > folderSizeLimit)
    throw conflict('This folder is full: its documents may have 5 GB together. Please talk to us.', 'clientFolderId')
}

/** A client's picker takes five files in one go. */
export const filesInOneGo = 5

/** An upload address holds this long, and an upload that nobody registers is swept after a day. */
export const uploadMinutes = 15
export const unclaimedHours = 24
export const uploadsAMinute = 20
export const uploadsADay = 100

/** Files from this size on are sent in parts; every part but the last has at least the least size. In bytes. */
export const multipartFrom = 104_857_600
export const leastPartSize = 5_242_880
export const mostParts = 10_000

const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/ // oxlint-disable-line no-control-regex

/** A file's name as its owner wrote it. It names nothing on the server; a path in it is only text. */
const fileName = (message: string) =>
  requiredName(message).refine((name) => !controlCharacter.test(name), 'A file name is one line of text.')

export const DocumentInput = z.strictObject({
  /** The uploadURL, the objectPath, or the companion's location: whatever the upload was called. */
  documentURL: z.string('Please upload the file first.').min(1, 'Please upload the file first.').max(2000),
  fileName: fileName('File name is required'),
  originalName: fileName('Original name is required'),
  fileSize: z.int('The file size is a whole number of bytes.').min(0, 'The file size is a whole number of bytes.'),
  mimeType: z.string().max(200),
  clientFolderId: Id,
  requiresSignature: z.boolean().optional(),
  documentRequestId: z.union([Id, z.null()]).optional(),
  assignmentId: z.union([Id, z.null()]).optional(),
})
export type DocumentInput = z.infer<typeof DocumentInput>

export const DocumentChange = z.strictObject({ requiresSignature: z.boolean() })
export type DocumentChange = z.infer<typeof DocumentChange>

/** `open`: shows in the browser; `refuse`: says why not to sign. */
export const DocumentMove = z.enum(['download', 'open', 'sign', 'refuse', 'request-signature', 'withdraw-signature'])
export type DocumentMove = z.infer<typeof DocumentMove>

export const Document = z.object({
  id: Id,
  fileName: z.string(),
  originalName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  /** Where its bytes are fetched: an address of the portal, guarded like every other. */
  objectPath: z.string(),
  sha256: z.string(),
  clientFolderId: Id,
  uploadedById: Id,
  uploadedByName: z.string().nullable(),
  requiresSignature: z.boolean(),
  isSigned: z.boolean(),
  signedAt: Instant.nullable(),
  /** Who signed, and since when the sealed copy is there. */
  signature: SignatureSummary.nullable(),
  refusalReason: z.string().nullable(),
  refusedAt: Instant.nullable(),
  /** Since when the reader was sent all of its bytes, which is what "has opened" means for signing. */
  openedAt: Instant.nullable(),
  documentRequestId: Id.nullable(),
  /** What the virus scanner said; 'not-scanned' where there was none. */
  scan: Scan,
  /** Of a PDF, null before it was examined. */
  activeContent: z.array(ActiveContent).nullable(),
  createdAt: Instant,
  ...kept,
})
export type Document = z.infer<typeof Document>

/** Whether the bytes are given to this person: what waits for the scanner to its uploader only, what it found something in to nobody. */
export const isFetchable = (document: Pick<Document, 'scan' | 'uploadedById'>, actor: Pick<Actor, 'id'>): boolean =>
  document.scan !== 'infected' && (document.scan !== 'waiting' || document.uploadedById === actor.id)

export const scanSentences = {
  waiting: 'This file is still being checked for viruses. Please try again in a few minutes.',
  infected: 'The virus scanner found something in this file, so nobody can open it. Please ask for a clean copy.',
} as const

export function assertCanDownloadDocument(
  document: Pick<Document, 'scan' | 'uploadedById'>,
  actor: Pick<Actor, 'id'>,
): void {
  if (isFetchable(document, actor)) return
  throw forbidden(scanSentences[document.scan === 'waiting' ? 'waiting' : 'infected'])
}

export const DocumentView = Document.extend({ allowed: z.array(DocumentMove) })
export type DocumentView = z.infer<typeof DocumentView>

export const awaitsSignature = (document: Document): boolean =>
  document.requiresSignature && !document.isSigned && document.refusedAt === null

export function allowedMoves(document: Document, actor: Actor, folder: FolderFacts): DocumentMove[] {
  if (!isFetchable(document, actor)) return []
  const moves: DocumentMove[] = ['download']
  if (document.mimeType === fileKinds.pdf.mimeType) moves.push('open')
  if (!isOpen(folder) || document.isSigned) return moves
  if (isClientOf(folder, actor) && awaitsSignature(document)) return [...moves, 'sign', 'refuse']
  if (isClient(actor)) return moves
  return [...moves, awaitsSignature(document) ? 'withdraw-signature' : 'request-signature']
}

/** Only the team asks for a signature (403), and never for a second one (409). */
export function assertCanRequestSignature(actor: Actor, document: Pick<Document, 'isSigned'> | null = null): void {
  if (isClient(actor)) throw forbidden('Only the team can ask for a signature.')
  if (document?.isSigned) throw conflict('This document is signed and stays as it is.')
}

/** What was found wrong inside a file whose name and kind would do. */
export const contentFaults = {
  empty: 'The file is empty. Please choose another one.',
  damaged: 'The file is damaged or incomplete. Please save it again and upload that copy.',
  disguised: 'The file holds a second file of another kind. Please save it again and upload that copy.',
  macros: 'The file contains macros. Please save it without them, or as a PDF, and upload that copy.',
  objects: 'The file contains embedded objects of another program. Please save it as a PDF and upload that.',
  template: 'This document loads a template from another address. Save it without the template and upload it again.',
  external: 'This document loads content from another address when it is opened. Save it as a PDF and upload that.',
  fileLink: 'This document links to a file on a computer or a network. Remove the link and upload the document again.',
  workbookLink:
    'This workbook takes values from another file. In Excel, choose Data, Edit Links, Break Link, and upload it again.',
  dde: 'This document can start another program through a DDE field or link. Remove it and upload the document again.',
  inserted: 'This document loads a web page or an email as part of its text. Save it as a PDF and upload that.',
  locked: 'The file is protected by a password. Please save it without one and upload that copy.',
  bomb: 'The file unpacks to more than we take. Please save it as a PDF and upload that.',
} as const
export type ContentFault = keyof typeof contentFaults

/** What the server found when it looked at the stored bytes. `resembles` is the kind of file it is, when it is none of ours. */
export interface Found {
  size: number
  kind: FileKind | null
  fault: ContentFault | null
  resembles: string | null
}

/** The kind of a file by its name, among those that this person may upload; refuses the others. */
export function kindByName(actor: Actor, name: string, path: string): FileKind {
  const kinds = kindsFor(actor)
  const kind = kinds.find((each) => (fileKinds[each].extensions as readonly string[]).includes(extensionOf(name)))
  if (kind === undefined) throw invalid(path, `Please choose a ${inWords(kinds)} file.`)
  return kind
}

/** What a file is, by its name and its content together. Refuses (400) what is not allowed or not what it was said to be. */
export function kindOf(actor: Actor, input: DocumentInput, found: Found): FileKind {
  const named = kindByName(actor, input.originalName, 'originalName')
  if (extensionOf(input.fileName) !== '' && kindByName(actor, input.fileName, 'fileName') !== named)
    throw invalid('fileName', 'The two names of the file disagree about its kind.')
  if (found.size === 0) throw invalid('documentURL', contentFaults.empty)
  if (found.size !== input.fileSize)
    throw invalid('fileSize', `We received ${found.size} bytes, not ${input.fileSize}. Please upload the file again.`)
  if (found.kind !== named && found.kind !== null) throw invalid('documentURL', otherThanNamed(named, found))
  if (found.fault !== null) throw invalid('documentURL', contentFaults[found.fault])
  if (found.kind === null) throw invalid('documentURL', otherThanNamed(named, found))
  const { mimeType, alsoSentAs } = fileKinds[named]
  // Browsers say nothing, or "some bytes", about kinds that their machine has no program for.
  const fitting: readonly string[] = [mimeType, ...alsoSentAs, 'application/octet-stream', '']
  if (!fitting.includes(input.mimeType.toLowerCase()))
    throw invalid('mimeType', `A ${fileKinds[named].label} file is ${mimeType}, not what was said.`)
  return named
}

function otherThanNamed(named: FileKind, { kind, resembles }: Found) {
  const really = kind === null ? resembles : fileKinds[kind].label
  const label = fileKinds[named].label
  return `The file is named like a ${label} file, but its content is something else${really === null ? '' : ` (${really})`}.`
}

/** Lower case, without the dot; what follows the last dot of a name's last part, if that looks like an extension. */
const extensionOf = (name: string) => /[^/\\]\.([A-Za-z0-9]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase() ?? ''

function inWords(kinds: readonly FileKind[]) {
  const labels = kinds.map((kind) => fileKinds[kind].label)
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`
}
