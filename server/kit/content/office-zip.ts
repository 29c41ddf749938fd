// DOCX and XLSX: ZIP archives of XML parts (ECMA-376). Judged from the archive's own table of contents and three small parts.
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { ContentFault } from '../../../domain/document.ts'
import type { Bytes } from './bytes.ts'
import { type Finding, is, isOther } from './finding.ts'

/** Unpacked no more than this, in no more entries, and not more than so many times its packed size. */
const unpackedLimit = 209_715_200
const entryLimit = 2000
const ratioLimit = 100
const readablePartLimit = 1_048_576

const mainTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const

export async function inspectOfficeZip(bytes: Bytes): Promise<Finding> {
  const window = new Window(bytes)
  try {
    const archive = await yauzl.fromRandomAccessReaderPromise(window, bytes.size, { autoClose: false })
    return await inspectArchive(archive, bytes.size)
  } catch {
    // Whatever yauzl or zlib object to is the file's fault; a store that can't be read is ours.
    if (window.failure !== null) throw window.failure
    return isOther('damaged archive', 'damaged')
  }
}

async function inspectArchive(archive: yauzl.ZipFile, size: number): Promise<Finding> {
  if (archive.entryCount > entryLimit) return isOther('archive', 'bomb')
  const entries = new Map<string, yauzl.Entry>()
  let count = 0
  for await (const entry of archive.eachEntry()) {
    if (++count > entryLimit) return isOther('archive', 'bomb')
    if (entries.has(entry.fileName)) return isOther('archive', 'damaged')
    entries.set(entry.fileName, entry)
  }
  const all = [...entries.values()]
  const types = await partOf(archive, entries.get('[Content_Types].xml'))
  if (types === null) return isOther('archive', faultOfSizes(all, size))
  const kind = kindByTypes(types)
  if (kind === null) return isOther('Office file of another kind', faultOfSizes(all, size))
  const names = [...entries.keys()]
  const fault = faultOfSizes(all, size) ?? faultOfTypes(types) ?? faultOfNames(kind, names)
  return is(kind, fault ?? (await faultOfTemplate(archive, entries)))
}

/** The content type of the main part says what the whole is; with macros in it, it has another name. */
function kindByTypes(types: string): 'docx' | 'xlsx' | null {
  if (types.includes(mainTypes.docx) || /ms-word\.document\.macroEnabled/i.test(types)) return 'docx'
  if (types.includes(mainTypes.xlsx) || /ms-excel\.sheet\.(binary\.)?macroEnabled/i.test(types)) return 'xlsx'
  return null
}

const faultOfTypes = (types: string): ContentFault | null => (/macroEnabled|vbaProject/i.test(types) ? 'macros' : null)

/** What the table of contents claims is checked against itself: lies that matter show as overlaps and as too many bytes. */
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

const mainParts = { docx: /^word\/document\d*\.xml$/, xlsx: /^xl\/workbook\d*\.xml$/ }

function faultOfNames(kind: 'docx' | 'xlsx', names: string[]): ContentFault | null {
  if (names.some((name) => /(^|\/)(vbaProject|vbaData)[^/]*$|(^|\/)macrosheets\//i.test(name))) return 'macros'
  if (names.some((name) => /(^|\/)activeX\/|\/embeddings\/[^/]*\.bin$/i.test(name))) return 'objects'
  if (!names.some((name) => mainParts[kind].test(name))) return 'damaged'
  return null
}

/** A template on another machine is fetched, macros and all, when the file is opened. One on the writer's own disk is common. */
async function faultOfTemplate(archive: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Promise<ContentFault | null> {
  const links = await partOf(archive, entries.get('word/_rels/settings.xml.rels'))
  if (links === null || !links.includes('attachedTemplate')) return null
  return /Target\s*=\s*["']\s*(?:(?:https?|ftp):|\\\\|file:(?:\/\/)?(?:\\\\|\/\/[^/]))/i.test(links) ? 'linked' : null
}

async function partOf(archive: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<string | null> {
  if (entry === undefined || entry.uncompressedSize > readablePartLimit || entry.isEncrypted()) return null
  const part = await text(await archive.openReadStreamPromise(entry))
  return part.replaceAll('\u0000', '')
}

class Window extends yauzl.RandomAccessReader {
  readonly #bytes: Bytes
  failure: Error | null = null

  constructor(bytes: Bytes) {
    super()
    this.#bytes = bytes
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = new PassThrough()
    this.#feed(stream, start, end).catch((error: Error) => {
      this.failure = error
      stream.destroy(error)
    })
    return stream
  }

  async #feed(stream: PassThrough, start: number, end: number) {
    for (let at = start; at < end && !stream.destroyed; at += 65_536) {
      const chunk = await this.#bytes.at(at, Math.min(65_536, end - at))
      if (!stream.write(chunk)) await new Promise((resolve) => stream.once('drain', resolve).once('close', resolve))
    }
    stream.end()
  }
}
