// The file types that documents can have: by name, by content, and how large.
import { type Actor, isClient } from './actor.ts'
import { invalid } from './errors.ts'

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

export type FileKind = keyof typeof fileKinds

/** Files whose text is extracted, so that search finds it. */
export const kindsWithText = ['pdf', 'docx', 'xlsx'] as const satisfies readonly FileKind[]
export type KindWithText = (typeof kindsWithText)[number]

/** Characters of a document that are searched; the rest is not. */
export const maxTextLength = 200_000

const clientKinds = ['pdf', 'doc', 'docx', 'xls', 'xlsx'] as const satisfies readonly FileKind[]
const teamKinds = [...clientKinds, 'png', 'jpeg'] as const satisfies readonly FileKind[]

export const kindsFor = (actor: Pick<Actor, 'role'>): readonly FileKind[] => (isClient(actor) ? clientKinds : teamKinds)

/** 10 MB for clients, 200 MB for the team, in bytes. */
export const clientSizeLimit = 10_485_760
export const teamSizeLimit = 209_715_200
export const sizeLimitFor = (actor: Pick<Actor, 'role'>): number => (isClient(actor) ? clientSizeLimit : teamSizeLimit)

/** Faults inside a file whose name and type are acceptable. */
export const contentFaults = {
  empty: 'The file is empty. Choose another one.',
  damaged: 'The file is damaged or incomplete. Save it again and upload that copy.',
  disguised: 'The file contains a second file of another type. Save it again and upload that copy.',
  macros: 'The file contains macros. Save it without them, or as a PDF, and upload that copy.',
  objects: 'The file contains embedded objects from another program. Save it as a PDF and upload that.',
  template: 'This document loads a template from another address. Save it without the template and upload it again.',
  external: 'This document loads content from another address when it is opened. Save it as a PDF and upload that.',
  fileLink: 'This document links to a file on a computer or a network. Remove the link and upload the document again.',
  workbookLink:
    'This workbook takes values from another file. In Excel, choose Data, Edit Links, Break Link, and upload it again.',
  dde: 'This document can start another program through a DDE field or link. Remove it and upload the document again.',
  inserted: 'This document loads a web page or an email as part of its text. Save it as a PDF and upload that.',
  locked: 'The file is password-protected. Save it without a password and upload that copy.',
  bomb: 'The file is too large when unpacked. Save it as a PDF and upload that.',
} as const
export type ContentFault = keyof typeof contentFaults

/** The result of inspecting the stored bytes. `resembles` is the file's type if it is not an accepted one. */
export interface InspectionResult {
  size: number
  kind: FileKind | null
  fault: ContentFault | null
  resembles: string | null
}

/** The file type by name, among those that this person may upload; throws for any other. */
export function kindByName(actor: Pick<Actor, 'role'>, name: string, path: string): FileKind {
  const kinds = kindsFor(actor)
  const kind = kinds.find((each) => (fileKinds[each].extensions as readonly string[]).includes(extensionOf(name)))
  if (kind === undefined) throw invalid(path, `Choose a ${inWords(kinds)} file.`)
  return kind
}

/** What an uploader says about a file. */
interface DeclaredFile {
  fileName: string
  originalName: string
  fileSize: number
  mimeType: string
}

/** The file type by name and content. Throws 400 if it is not allowed or not what was declared. */
export function kindOf(actor: Actor, input: DeclaredFile, found: InspectionResult): FileKind {
  const named = kindByName(actor, input.originalName, 'originalName')
  if (extensionOf(input.fileName) !== '' && kindByName(actor, input.fileName, 'fileName') !== named)
    throw invalid('fileName', 'The file name and the original name have different file types.')
  if (found.size === 0) throw invalid('documentURL', contentFaults.empty)
  if (found.size !== input.fileSize)
    throw invalid('fileSize', `We received ${found.size} bytes instead of ${input.fileSize}. Upload the file again.`)
  if (found.kind !== named && found.kind !== null) throw invalid('documentURL', otherThanNamed(named, found))
  if (found.fault !== null) throw invalid('documentURL', contentFaults[found.fault])
  if (found.kind === null) throw invalid('documentURL', otherThanNamed(named, found))
  const { mimeType, alsoSentAs } = fileKinds[named]
  // Browsers send no type, or a generic one, if no program for it is installed.
  const fitting: readonly string[] = [mimeType, ...alsoSentAs, 'application/octet-stream', '']
  if (!fitting.includes(input.mimeType.toLowerCase()))
    throw invalid('mimeType', `A ${fileKinds[named].label} file is ${mimeType}, not the type that was sent.`)
  return named
}

function otherThanNamed(named: FileKind, { kind, resembles }: InspectionResult) {
  const really = kind === null ? resembles : fileKinds[kind].label
  const label = fileKinds[named].label
  return `The file has a ${label} name, but its content is something else${really === null ? '' : ` (${really})`}.`
}

/** Lower case, without the dot; the part after the last dot of the base name, if it looks like an extension. */
const extensionOf = (name: string) => /[^/\\]\.([A-Za-z0-9]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase() ?? ''

function inWords(kinds: readonly FileKind[]) {
  const labels = kinds.map((kind) => fileKinds[kind].label)
  return `${labels.slice(0, -1).join(', ')}, or ${labels.at(-1)}`
}
