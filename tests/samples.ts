// Small files of each accepted and refused type, generated in memory. For all tests.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A complete one-page PDF that says `text`. */
export function pdf(text = 'Hello'): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A PDF of exactly this many bytes, padded with a comment before its table. */
export function pdfOfSize(size: number): Buffer {
  const [head, tail] = split(pdf(), 'xref\n0 ')
  // Padding moves the table, which may change the length of the number that says where it is.
  for (let room = size - head.length - tail.length; room > 0; room--) {
    const end = tail.toString('latin1').replace(/startxref\n\d+/, `startxref\n${head.length + room}`)
    if (head.length + room + end.length === size)
      return Buffer.concat([head, Buffer.from(`%${'x'.repeat(room - 2)}\n`), Buffer.from(end, 'latin1')])
  }
  throw new Error('A PDF this small cannot be made')
}

function split(buffer: Buffer, at: string): [Buffer, Buffer] {
  const place = buffer.indexOf(at)
  return [buffer.subarray(0, place), buffer.subarray(place)]
}

export interface ZipEntry {
  name: string
  content: Buffer | string
  /** A false size in the archive. */
  claimedSize?: number
  encrypted?: boolean
}

export function zip(entries: ZipEntry[], comment: Buffer = Buffer.alloc(0)): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let place = 0
  for (const { name, content, claimedSize, encrypted = false } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(encrypted ? 0x801 : 0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(0x5a6b0000, 6)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedSize ?? bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, nameBytes, packed])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(place, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, central, nameBytes]))
    parts.push(local)
    place += local.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(place, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, table, end, comment])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const officeDocument = `${openXml}/officeDocument/2006/relationships/officeDocument`

const typesPart = (part: string, type: string): ZipEntry => ({
  name: '[Content_Types].xml',
  content: `${xml}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`,
})

const rootPart = (target: string): ZipEntry => ({
  name: '_rels/.rels',
  content: `${xml}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${officeDocument}" Target="${target}"/></Relationships>`,
})

export const docxParts = (text = 'Hello', macros = false): ZipEntry[] => [
  typesPart(
    '/word/document.xml',
    macros
      ? 'application/vnd.ms-word.document.macroEnabled.main+xml'
      : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ),
  rootPart('word/document.xml'),
  {
    name: 'word/document.xml',
    content: `${xml}<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  },
]

export const docx = (text?: string): Buffer => zip(docxParts(text))

export const xlsxParts = (): ZipEntry[] => [
  typesPart('/xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
  rootPart('xl/workbook.xml'),
  {
    name: 'xl/workbook.xml',
    content: `${xml}<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${openXml}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${xml}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${openXml}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `${xml}<worksheet xmlns="${openXml}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
  },
]

export const xlsx = (): Buffer => zip(xlsxParts())

export interface StreamInside {
  name: string
  content?: Buffer
  storage?: boolean
}

/** A compound file with these streams directly in its root, in sectors of 512 bytes. */
export function compoundFile(streams: StreamInside[]): Buffer {
  const sector = 512
  const end = 0xfffffffe
  const free = 0xffffffff
  const contents = streams.map(({ content, storage }) =>
    storage ? Buffer.alloc(0) : atLeast(content ?? Buffer.alloc(0), 4096),
  )
  const directorySectors = Math.ceil((streams.length + 1) / 4)
  const dataSectors = contents.map((content) => Math.ceil(content.length / sector))
  const used = directorySectors + dataSectors.reduce((sum, count) => sum + count, 0)
  const tableSectors = Math.ceil((used + Math.ceil(used / 127)) / 128)

  const table = new Uint32Array(tableSectors * 128).fill(free)
  table.fill(0xfffffffd, 0, tableSectors)
  const chain = (start: number, count: number) => {
    for (let i = 0; i < count; i++) table[start + i] = i === count - 1 ? end : start + i + 1
  }
  chain(tableSectors, directorySectors)
  let next = tableSectors + directorySectors
  const starts = dataSectors.map((count) => {
    const start = next
    chain(start, count)
    next += count
    return count === 0 ? 0 : start
  })

  const entry = (name: string, type: number, right: number, child: number, start: number, size: number) => {
    const bytes = Buffer.alloc(128)
    bytes.write(name, 'utf16le')
    bytes.writeUInt16LE(2 * name.length + 2, 64)
    bytes[66] = type
    bytes[67] = 1
    bytes.writeUInt32LE(free, 68)
    bytes.writeUInt32LE(right, 72)
    bytes.writeUInt32LE(child, 76)
    bytes.writeUInt32LE(start, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  }
  const directory = Buffer.concat(
    [
      entry('Root Entry', 5, free, streams.length === 0 ? free : 1, end, 0),
      ...streams.map(({ name, storage }, i) =>
        entry(
          name,
          storage ? 1 : 2,
          i + 1 < streams.length ? i + 2 : free,
          free,
          starts[i] ?? 0,
          contents[i]?.length ?? 0,
        ),
      ),
    ],
    directorySectors * sector,
  )

  const header = Buffer.alloc(sector)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tableSectors, 44)
  header.writeUInt32LE(tableSectors, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(end, 60)
  header.writeUInt32LE(end, 68)
  for (let i = 0; i < 109; i++) header.writeUInt32LE(i < tableSectors ? i : free, 76 + 4 * i)
  const data = contents.map((content) => Buffer.concat([content], Math.ceil(content.length / sector) * sector))
  return Buffer.concat([header, Buffer.from(table.buffer), directory, ...data])
}

const atLeast = (content: Buffer, size: number) => Buffer.concat([content], Math.max(size, content.length))

const wordStream = Buffer.from('eca5c100', 'hex')
const workbookStream = Buffer.from('0908100000060500', 'hex')

export const doc = (): Buffer =>
  compoundFile([
    { name: 'WordDocument', content: wordStream },
    { name: '1Table' },
    { name: '\u0005SummaryInformation' },
  ])

export const xls = (): Buffer => compoundFile([{ name: 'Workbook', content: workbookStream }])

export function png(): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const around = Buffer.alloc(8)
    around.writeUInt32BE(content.length, 0)
    around.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
  }
  const size = Buffer.from('00000001000000010800000000', 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG of one gray pixel. */
export const jpeg = (): Buffer =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300' +
      '01'.repeat(64) +
      'ffc0000b080001000101011100ffc40014000100000000000000000000000000000009ffc40014100100000000000000000000000000000000' +
      'ffda0008010100003f0054bfffd9',
    'hex',
  )

/** The MIME types in PUT /api/documents. */
export const mimeTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
} as const
