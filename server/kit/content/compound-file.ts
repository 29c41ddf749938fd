// DOC and XLS: compound files ([MS-CFB]), a small file system in a file. Judged by the names in its directory.
import type { ContentFault, FileKind } from '../../../domain/document.ts'
import type { Bytes } from './bytes.ts'
import { type Finding, is, isOther } from './finding.ts'

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
}

export async function inspectCompoundFile(bytes: Bytes): Promise<Finding> {
  const entries = await directoryOf(bytes).catch((error: unknown) => {
    if (error instanceof Damaged) return null
    throw error
  })
  if (entries === null) return isOther('damaged Office file', 'damaged')
  const names = entries.filter(({ kind }) => kind !== 'none').map(({ name }) => name)
  const top = childrenOf(entries)
  const kind: FileKind | null = top.includes('WordDocument')
    ? 'doc'
    : top.includes('Workbook') || top.includes('Book')
      ? 'xls'
      : null
  if (kind !== null) return is(kind, faultOf(names))
  return names.includes('EncryptedPackage')
    ? isOther('locked Office file', 'locked')
    : isOther('Office file of another kind')
}

function faultOf(names: string[]): ContentFault | null {
  if (names.some((name) => /^(_VBA_PROJECT|_VBA_PROJECT_CUR|VBA|Macros)$/i.test(name))) return 'macros'
  if (names.includes('EncryptedPackage')) return 'locked'
  return null
}

class Damaged extends Error {}

async function directoryOf(bytes: Bytes): Promise<Entry[]> {
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
  if (entries[0]?.kind !== 'root') throw new Damaged()
  return entries
}

type ReadSector = (index: number) => Promise<Buffer>

/** The sectors that hold the allocation table: 109 named in the header, the rest in a chain. */
async function tableOf(bytes: Bytes, header: Buffer, sector: ReadSector): Promise<number[]> {
  const count = header.readUInt32LE(44)
  const sectors: number[] = []
  const most = Math.ceil(bytes.size / 512)
  if (count === 0 || count > most) throw new Damaged()
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

/** The last sector in use lies inside the file; where it does not, the end was cut off. */
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
  }
}

/** The names that lie directly in the root; deeper ones may belong to embedded files. */
function childrenOf(entries: Entry[]): string[] {
  const names: string[] = []
  const seen = new Set<number>()
  const waiting = [entries[0]?.child ?? freeSector]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index]
    if (entry === undefined || seen.has(index)) continue
    seen.add(index)
    names.push(entry.name)
    waiting.push(entry.left, entry.right)
  }
  return names
}
