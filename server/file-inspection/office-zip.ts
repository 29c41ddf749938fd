// DOCX and XLSX: ZIP archives of XML parts (ECMA-376). Checks the central directory, the relationships, and the parts
// that can contain fields.
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { ContentFault } from '../../domain/file-kind.ts'
import type { Bytes } from './bytes.ts'
import { type Finding, is, isOther } from './finding.ts'
import { faultOfRelationship } from './office-links.ts'
import { watchFields } from './word-fields.ts'
import { readXml } from './xml.ts'
import { StoredZip } from './stored-zip.ts'

/** Limits on the unpacked size, the number of entries, and the compression ratio. */
const unpackedLimit = 209_715_200
const entryLimit = 2000
const ratioLimit = 100
/** Size limit for XML that is parsed and for an embedded document, in bytes. */
const readableLimit = 67_108_864
const embeddedLimit = 20_971_520

const mainTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const

export async function inspectOfficeZip(bytes: Bytes): Promise<Finding> {
  const window = new StoredZip(bytes)
  try {
    const archive = await yauzl.fromRandomAccessReaderPromise(window, bytes.size, { autoClose: false })
    return await inspectArchive(archive, bytes.size)
  } catch {
    // Errors from yauzl or zlib are the file's fault; a failed read from the store is ours.
    if (window.failure !== null) throw window.failure
    return isOther('damaged archive', 'damaged')
  }
}

/** An embedded document may not embed another one. */
const depthLimit = 1

async function inspectArchive(archive: yauzl.ZipFile, size: number, depth = 0): Promise<Finding> {
  if (archive.entryCount > entryLimit) return isOther('archive', 'bomb')
  const entries = new Map<string, yauzl.Entry>()
  let count = 0
  for await (const entry of archive.eachEntry()) {
    if (++count > entryLimit) return isOther('archive', 'bomb')
    // Part names are case-insensitive.
    const name = entry.fileName.toLowerCase()
    if (entries.has(name)) return isOther('archive', 'damaged')
    entries.set(name, entry)
  }
  const types = entries.get('[content_types].xml')
  const fault = faultOfSizes([...entries.values()], size)
  if (types === undefined || fault !== null) return isOther('archive', fault)
  const office: Office = { archive, entries, typeOf: await contentTypes(archive, types), depth }
  const kind = kindOf(office)
  const found = (await faultOf(office, kind)) ?? null
  return kind === null ? isOther('Office file of another kind', found) : is(kind, found)
}

interface Office {
  archive: yauzl.ZipFile
  /** Keyed by lower-case name. */
  entries: Map<string, yauzl.Entry>
  /** The content type of a part, in lower case. */
  typeOf: (name: string) => string
  /** 0 for the file itself, 1 for an embedded document. */
  depth: number
}

/** `[Content_Types].xml` lists the type of each part, by its name or extension. */
async function contentTypes(archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Office['typeOf']> {
  const byName = new Map<string, string>()
  const byExtension = new Map<string, string>()
  await readXml(await archive.openReadStreamPromise(entry), {
    open(name, { PartName = '', Extension = '', ContentType = '' }) {
      const type = ContentType.toLowerCase()
      if (name === 'Override') byName.set(PartName.toLowerCase().replace(/^\//, ''), type)
      if (name === 'Default') byExtension.set(Extension.toLowerCase(), type)
    },
  })
  return (name) => byName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''
}

/** The content type of the main part determines the kind; with macros it has a different name. */
function kindOf({ entries, typeOf }: Office): 'docx' | 'xlsx' | null {
  const types = [...entries.keys()].map(typeOf)
  if (types.some((type) => type === mainTypes.docx || /ms-word\.document\.macroenabled/.test(type))) return 'docx'
  if (types.some((type) => type === mainTypes.xlsx || /ms-excel\.sheet\.(?:binary\.)?macroenabled/.test(type)))
    return 'xlsx'
  return null
}

async function faultOf(office: Office, kind: 'docx' | 'xlsx' | null): Promise<ContentFault | null> {
  const names = [...office.entries.keys()]
  for (const name of names) {
    const fault = faultOfType(office.typeOf(name)) ?? faultOfName(name)
    if (fault !== null) return fault
  }
  if (kind !== null && !names.some((name) => mainParts[kind].test(name))) return 'damaged'
  const readable = names.filter((name) => name.endsWith('.rels') || watched(office.typeOf(name)))
  const entries = readable.map((name) => office.entries.get(name) as yauzl.Entry)
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > readableLimit) return 'bomb'
  for (const [index, entry] of entries.entries()) {
    const fault = await faultOfPart(office, readable[index] as string, entry)
    if (fault !== null) return fault
  }
  for (const name of names.filter((each) => isEmbedded(each, office.typeOf(each)))) {
    const fault = await faultOfEmbedded(office, office.entries.get(name) as yauzl.Entry)
    if (fault !== null) return fault
  }
  return null
}

function faultOfType(type: string): ContentFault | null {
  if (/macroenabled|vbaproject|vbadata|macrosheet|attachedtoolbars/.test(type)) return 'macros'
  if (/activex|oleobject/.test(type)) return 'objects'
  return /^(?:text\/html|application\/xhtml|message\/rfc822|multipart\/|text\/rtf|application\/rtf)/.test(type)
    ? 'inserted'
    : null
}

function faultOfName(name: string): ContentFault | null {
  if (
    /(?:^|\/)(?:vbaproject|vbadata)[^/]*$|(?:^|\/)macrosheets\/|\.(?:doc|dot|xls|xlt|ppt|pot|pps)m$|\.xlsb$|\.xlam$/.test(
      name,
    )
  )
    return 'macros'
  return /(?:^|\/)activex\/|\/embeddings\/[^/]*\.bin$/.test(name) ? 'objects' : null
}

const mainParts = { docx: /^word\/document\d*\.xml$/, xlsx: /^xl\/workbook\d*\.xml$/ }

/** Parts that can contain fields and links to programs. */
const watched = (type: string) => /wordprocessingml\..*\+xml$|externallink\+xml$/.test(type)

async function faultOfPart({ archive }: Office, name: string, entry: yauzl.Entry): Promise<ContentFault | null> {
  let fault: ContentFault | null = null
  const stream = await archive.openReadStreamPromise(entry)
  if (name.endsWith('.rels'))
    await readXml(stream, {
      open(element, attributes) {
        if (element === 'Relationship') fault ??= faultOfRelationship(attributes)
      },
    })
  else {
    const fields = watchFields((found) => void (fault ??= found))
    await readXml(stream, {
      ...fields,
      open(element, attributes) {
        if (element === 'ddeLink' || element === 'oleLink') fault ??= 'dde'
        if (element === 'altChunk') fault ??= 'inserted'
        fields.open(element, attributes)
      },
    })
  }
  return fault
}

/** An embedded document, such as the workbook with a chart's numbers. */
const isEmbedded = (name: string, type: string) =>
  name.includes('/embeddings/') ||
  /officedocument\.(?:wordprocessingml|spreadsheetml|presentationml)\.[a-z]+$/.test(type)

async function faultOfEmbedded({ archive, depth }: Office, entry: yauzl.Entry): Promise<ContentFault | null> {
  if (depth >= depthLimit || entry.uncompressedSize > embeddedLimit) return 'objects'
  const content = await buffer(await archive.openReadStreamPromise(entry))
  if (!content.subarray(0, 2).equals(Buffer.from('PK'))) return 'objects'
  const inner = await yauzl.fromBufferPromise(content)
  const { fault, kind, resembles } = await inspectArchive(inner, content.length, depth + 1)
  return fault ?? (kind === null && resembles === 'archive' ? 'objects' : null)
}

/** The central directory is checked for consistency: false sizes that matter show as overlaps and as too many bytes. */
function faultOfSizes(entries: yauzl.Entry[], size: number): ContentFault | null {
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (unpacked > unpackedLimit || unpacked > ratioLimit * Math.max(packed, 1)) return 'bomb'
  if (packed > size || overlap(entries)) return 'bomb'
  if (entries.some((entry) => entry.isEncrypted())) return 'locked'
  return null
}

function overlap(entries: yauzl.Entry[]): boolean {
  const localHeaderBytes = 30
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader, fileNameLength, compressedSize } of inOrder) {
    if (relativeOffsetOfLocalHeader < end) return true
    end = relativeOffsetOfLocalHeader + localHeaderBytes + fileNameLength + compressedSize
  }
  return false
}
