// DOC and XLS: compound files ([MS-CFB]), a file system within a file. Checks the names in the directory, the kinds of
// a workbook's sheets, and the fields in a document's text.
import type { ContentFault } from '../../domain/file-kind.ts'
import type { Bytes } from './bytes.ts'
import { type Finding, is, isOther } from './finding.ts'
import { faultOfInstruction, maxInstruction } from './word-fields.ts'

const freeSector = 0xffffffff
const lastSpecialSector = 0xfffffffa
const headerSectors = 109
const entryBytes = 128
const entryLimit = 20_000

interface Entry {
  name: string
  kind: 'storage' | 'stream' | 'root' | 'none'
  left: number
  right: number
  child: number
  /** The first sector of a stream, and its length in bytes. */
  start: number
  size: number
}

interface Volume {
  entries: Entry[]
  /** Entries directly in the root; deeper entries may belong to embedded files. */
  top: Entry[]
  stream: (entry: Entry) => Promise<Bytes>
}

export async function inspectCompoundFile(bytes: Bytes): Promise<Finding> {
  try {
    return await inspectVolume(await openVolume(bytes))
  } catch (error) {
    if (error instanceof Damaged) return isOther('damaged Office file', 'damaged')
    throw error
  }
}

async function inspectVolume({ entries, top, stream }: Volume): Promise<Finding> {
  const names = entries.filter(({ kind }) => kind !== 'none').map(({ name }) => name)
  const topStream = (...wanted: string[]) => top.find(({ name }) => wanted.includes(name))
  const text = topStream('WordDocument')
  if (text !== undefined) return is('doc', faultOf(entries) ?? (await faultOfText(await stream(text))))
  const workbook = topStream('Workbook', 'Book')
  if (workbook !== undefined) return is('xls', faultOf(entries) ?? (await faultOfSheets(await stream(workbook))))
  return names.includes('EncryptedPackage')
    ? isOther('locked Office file', 'locked')
    : isOther('Office file of another kind')
}

function faultOf(entries: Entry[]): ContentFault | null {
  const used = entries.filter(({ kind }) => kind !== 'none')
  const has = (pattern: RegExp) => used.some(({ name }) => pattern.test(name))
  if (has(/^(_VBA_PROJECT|_VBA_PROJECT_CUR|VBA|Macros)$/i)) return 'macros'
  if (has(/^EncryptedPackage$/)) return 'locked'
  // Word writes an empty pool into documents without objects.
  const hasObjects = used.some(({ name, child }) => /^ObjectPool$/i.test(name) && child !== freeSector)
  return hasObjects || has(/^(?:\u0001Ole10Native|Equation Native)$/i) ? 'objects' : null // oxlint-disable-line no-control-regex
}

const records = {
  boundSheet: 0x85,
  filePass: 0x2f,
  endOfFile: 0x0a,
  supBook: 0x1ae,
  externSheet: 0x17,
  beginning: 0x809,
}
const biff8 = 0x600
const sheetKinds = { macros: 1, module: 6 }
const recordLimit = 200_000

/** Excel 4 macros are a separate kind of sheet, listed at the start of the workbook ([MS-XLS] 2.4.28). */
async function faultOfSheets(workbook: Bytes): Promise<ContentFault | null> {
  let isOld = false
  for (let at = 0, count = 0; at < workbook.size && count < recordLimit; count++) {
    const record = await workbook.at(at, 10)
    if (record.length < 4) return null
    const type = record.readUInt16LE(0)
    if (type === records.filePass) return 'locked'
    if (type === records.endOfFile) return null
    const sheetKind = type === records.boundSheet && record.length === 10 ? record[9] : undefined
    if (sheetKind === sheetKinds.macros || sheetKind === sheetKinds.module) return 'macros'
    const length = record.readUInt16LE(2)
    if (type === records.beginning && at === 0) isOld = (await workbook.at(4, 2)).readUInt16LE(0) < biff8
    const linkStart = type === records.supBook ? 5 : type === records.externSheet && isOld ? 1 : null
    if (linkStart !== null) {
      const fault = faultOfLink((await workbook.at(at + 4, length)).subarray(linkStart))
      if (fault !== null) return fault
    }
    at += 4 + length
  }
  return null
}

/**
 * The name of another file or program that the sheets refer to ([MS-XLS] 2.5.277). \u0001 begins the path of a workbook,
 * with \u0005 for an address and \u0001@ for a share; in any other name \u0003 separates a program from its topic.
 */
function faultOfLink(name: Buffer): ContentFault | null {
  const plain = name.toString('latin1').replaceAll('\u0000', '')
  if (plain.startsWith('\u0001')) return /^\u0001(?:\u0005|\u0001@)/.test(plain) ? 'workbookLink' : null // oxlint-disable-line no-control-regex
  return plain.indexOf('\u0003') > 0 ? 'dde' : null
}

const chunkBytes = 65_536

/** Text has one or two bytes per character; 0x13 begins a field, 0x14 its result, and 0x15 ends it. */
async function faultOfText(text: Bytes): Promise<ContentFault | null> {
  for (let at = 0; at < text.size; at += chunkBytes) {
    const chunk = await text.at(at, chunkBytes + 2 * maxInstruction)
    const plain = chunk.toString('latin1').replaceAll('\u0000', '')
    // oxlint-disable-next-line no-control-regex
    for (const [, instruction = '', end] of plain.matchAll(/\u0013([^\u0013-\u0015]{0,1000})([\u0013-\u0015]?)/g)) {
      const fault = faultOfInstruction(instruction, end === '\u0013')
      if (fault !== null) return fault
    }
  }
  return null
}

class Damaged extends Error {}

async function openVolume(bytes: Bytes): Promise<Volume> {
  const header = await bytes.at(0, 512)
  if (header.length < 512) throw new Damaged()
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new Damaged()
  const sectorBytes = 2 ** shift
  const sector = async (index: number) => {
    const found = await bytes.at((index + 1) * sectorBytes, sectorBytes)
    if (found.length === 0) throw new Damaged()
    return found.length === sectorBytes ? found : Buffer.concat([found], sectorBytes)
  }
  const table = await tableOf(bytes, header, sector)
  await expectWhole(bytes, table, sector, sectorBytes)

  const entries: Entry[] = []
  let next = header.readUInt32LE(48)
  while (next < lastSpecialSector) {
    const found = await sector(next)
    for (let at = 0; at < sectorBytes; at += entryBytes) entries.push(entryAt(found, at))
    if (entries.length > entryLimit) throw new Damaged()
    next = await nextOf(table, next, sector, sectorBytes)
  }
  const [root] = entries
  if (root?.kind !== 'root') throw new Damaged()

  const follow = (index: number) => nextOf(table, index, sector, sectorBytes)
  const inSectors = async (start: number, size: number): Promise<Bytes> => {
    const places = await chainOf(start, Math.ceil(size / sectorBytes), follow)
    return joined(places, size, sectorBytes, async (place, from, length) =>
      (await sector(place)).subarray(from, from + length),
    )
  }
  const stream = async ({ start, size }: Entry): Promise<Bytes> => {
    if (size > bytes.size) throw new Damaged()
    if (size >= header.readUInt32LE(56)) return inSectors(start, size)
    // Small streams share 64-byte sectors within the root's own stream, chained by a separate table.
    const small = await inSectors(root.start, Math.min(root.size, bytes.size))
    const count = header.readUInt32LE(64)
    if (count * sectorBytes > bytes.size) throw new Damaged()
    const smallTable = await inSectors(header.readUInt32LE(60), count * sectorBytes)
    const places = await chainOf(start, Math.ceil(size / smallSectorBytes), async (index) => {
      const found = await smallTable.at(4 * index, 4)
      if (found.length < 4) throw new Damaged()
      return found.readUInt32LE(0)
    })
    return joined(places, size, smallSectorBytes, (place, from, length) =>
      small.at(place * smallSectorBytes + from, length),
    )
  }
  return { entries, top: childrenOf(entries), stream }
}

const smallSectorBytes = 64

/** Follows a chain for `count` sectors. */
async function chainOf(start: number, count: number, follow: (index: number) => Promise<number>): Promise<number[]> {
  const places: number[] = []
  for (let index = start; places.length < count; index = await follow(index)) {
    if (index >= lastSpecialSector) throw new Damaged()
    places.push(index)
  }
  return places
}

type ReadPiece = (place: number, from: number, length: number) => Promise<Buffer>

/** Concatenates sectors of equal length into one readable range. */
const joined = (places: number[], size: number, pieceBytes: number, read: ReadPiece): Bytes => ({
  size,
  async at(start, length) {
    const end = Math.min(start + length, size)
    const found: Buffer[] = []
    for (let at = start; at < end;) {
      const from = at % pieceBytes
      const count = Math.min(pieceBytes - from, end - at)
      const piece = await read(places[Math.floor(at / pieceBytes)] as number, from, count)
      if (piece.length < count) throw new Damaged()
      found.push(piece)
      at += count
    }
    return Buffer.concat(found)
  },
})

type ReadSector = (index: number) => Promise<Buffer>

/** The sectors of the allocation table: 109 are listed in the header, the rest in a chain. */
async function tableOf(bytes: Bytes, header: Buffer, sector: ReadSector): Promise<number[]> {
  const count = header.readUInt32LE(44)
  const sectors: number[] = []
  const maxCount = Math.ceil(bytes.size / 512)
  if (count === 0 || count > maxCount) throw new Damaged()
  for (let i = 0; i < headerSectors && sectors.length < count; i++) sectors.push(header.readUInt32LE(76 + 4 * i))
  let next = header.readUInt32LE(68)
  while (sectors.length < count) {
    if (next >= lastSpecialSector) throw new Damaged()
    const found = await sector(next)
    for (let at = 0; at < found.length - 4 && sectors.length < count; at += 4) sectors.push(found.readUInt32LE(at))
    next = found.readUInt32LE(found.length - 4)
  }
  return sectors
}

/** The last sector in use must be inside the file; otherwise the file was truncated. */
async function expectWhole(bytes: Bytes, table: number[], sector: ReadSector, sectorBytes: number) {
  const perSector = sectorBytes / 4
  for (let i = table.length - 1; i >= 0; i--) {
    const found = await sector(table[i] as number)
    for (let j = perSector - 1; j >= 0; j--) {
      if (found.readUInt32LE(4 * j) === freeSector) continue
      if ((i * perSector + j + 1) * sectorBytes >= bytes.size) throw new Damaged()
      return
    }
  }
  throw new Damaged()
}

async function nextOf(table: number[], index: number, sector: ReadSector, sectorBytes: number) {
  const perSector = sectorBytes / 4
  const within = table[Math.floor(index / perSector)]
  if (within === undefined) throw new Damaged()
  return (await sector(within)).readUInt32LE(4 * (index % perSector))
}

function entryAt(sector: Buffer, at: number): Entry {
  const nameBytes = Math.min(Math.max(sector.readUInt16LE(at + 64) - 2, 0), 62)
  const kinds = ['none', 'storage', 'stream', 'none', 'none', 'root'] as const
  return {
    name: sector.toString('utf16le', at, at + nameBytes),
    kind: kinds[sector[at + 66] ?? 0] ?? 'none',
    left: sector.readUInt32LE(at + 68),
    right: sector.readUInt32LE(at + 72),
    child: sector.readUInt32LE(at + 76),
    start: sector.readUInt32LE(at + 116),
    size: sector.readUInt32LE(at + 120),
  }
}

function childrenOf(entries: Entry[]): Entry[] {
  const children: Entry[] = []
  const seen = new Set<number>()
  const waiting = [entries[0]?.child ?? freeSector]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index]
    if (entry === undefined || seen.has(index)) continue
    seen.add(index)
    children.push(entry)
    waiting.push(entry.left, entry.right)
  }
  return children
}
