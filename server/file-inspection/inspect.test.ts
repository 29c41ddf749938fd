// The type of a file by name and content, and whether a client and the team may upload it. What Office files contain is
// tested in the other files of this folder.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DocumentInput } from '../../domain/document.ts'
import { contentFaults, kindOf } from '../../domain/file-kind.ts'
import { ann, bytesIn, documentInput, expectVerdict, macros, word } from '../../tests/inspected-files.ts'
import * as make from '../../tests/samples.ts'
import { inspect } from './inspect.ts'

const zeros = Buffer.alloc(30_000_000)
const program = Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(500)])
const drawing = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)
const page = Buffer.from('<!doctype html><script>alert(1)</script>')

const many = Array.from({ length: 2001 }, (_, i) => ({ name: `word/${i}.xml`, content: 'x' }))
/** Two directory entries point at the same bytes, as in overlapping zip bombs. */
const overlapping = () => {
  const archive = make.zip([
    ...word,
    { name: 'word/a.xml', content: randomBytes(2000) },
    { name: 'word/b.xml', content: randomBytes(2000) },
  ])
  const entry = (name: string) => archive.lastIndexOf(name) - 46
  archive.writeUInt32LE(archive.readUInt32LE(entry('word/a.xml') + 42), entry('word/b.xml') + 42)
  return archive
}
const pdfInZipComment = () => make.zip(word, Buffer.from('\nstartxref\n9\n%%EOF\n'))
const pdfAndZip = () =>
  Buffer.concat([
    make.pdf().subarray(0, -6),
    make.zip([{ name: 'a', content: 'b' }], Buffer.from('\nstartxref\n9\n%%EOF\n')),
  ])

const otherThan = (label: string, really: string | null) =>
  `The file has a ${label} name, but its content is something else${really === null ? '' : ` (${really})`}.`
const forClients = 'Choose a PDF, DOC, DOCX, XLS, or XLSX file.'
const forTeam = 'Choose a PDF, DOC, DOCX, XLS, XLSX, PNG, or JPEG file.'

/** name, bytes, the client's error, the team's error if it differs */
const table: [string, string, Buffer, string, string?][] = [
  ['a PDF', 'a.pdf', make.pdf(), 'pdf'],
  ['a PDF in capitals', 'A.PDF', make.pdf(), 'pdf'],
  ['a DOC', 'a.doc', make.doc(), 'doc'],
  ['a DOCX', 'a.docx', make.docx(), 'docx'],
  ['an XLS', 'a.xls', make.xls(), 'xls'],
  ['an XLSX', 'a.xlsx', make.xlsx(), 'xlsx'],
  ['a PNG', 'a.png', make.png(), forClients, 'png'],
  ['a JPEG', 'a.jpeg', make.jpeg(), forClients, 'jpeg'],
  ['an empty file', 'a.pdf', Buffer.alloc(0), contentFaults.empty],
  ['a file without an extension', 'a', make.pdf(), forClients, forTeam],
  ['a DOCX renamed PDF', 'a.pdf', make.docx(), otherThan('PDF', 'DOCX')],
  ['a PDF renamed DOCX', 'a.docx', make.pdf(), otherThan('DOCX', 'PDF')],
  ['a DOC renamed XLS', 'a.xls', make.doc(), otherThan('XLS', 'DOC')],
  ['an XLSX renamed DOCX', 'a.docx', make.xlsx(), otherThan('DOCX', 'XLSX')],
  ['a DOCX renamed DOC', 'a.doc', make.docx(), otherThan('DOC', 'DOCX')],
  ['a PNG renamed PDF', 'a.pdf', make.png(), otherThan('PDF', 'PNG')],
  ['a program', 'setup.exe', program, forClients, forTeam],
  ['a program renamed PDF', 'a.pdf', program, otherThan('PDF', 'EXE')],
  ['a program behind two extensions', 'a.pdf.exe', program, forClients, forTeam],
  ['a drawing with a script', 'a.svg', drawing, forClients, forTeam],
  ['a drawing renamed DOCX', 'a.docx', drawing, otherThan('DOCX', 'XML')],
  ['a web page renamed PDF', 'a.pdf', page, otherThan('PDF', null)],
  ['a script before the PDF', 'a.pdf', Buffer.concat([page, make.pdf()]), otherThan('PDF', null)],
  ['a PDF that is an archive too', 'a.pdf', pdfAndZip(), contentFaults.disguised],
  ['an archive that claims to end as a PDF', 'a.pdf', pdfInZipComment(), otherThan('PDF', 'DOCX')],
  [
    'a PNG that is an archive too',
    'a.png',
    Buffer.concat([make.png(), make.zip(word)]),
    forClients,
    contentFaults.disguised,
  ],
  ['a plain archive renamed DOCX', 'a.docx', make.zip([{ name: 'a.txt', content: 'a' }]), otherThan('DOCX', 'archive')],
  ['text renamed DOC', 'a.doc', Buffer.from('{\\rtf1 hello}'), otherThan('DOC', 'RTF')],
  [
    'an empty compound file renamed DOC',
    'a.doc',
    make.compoundFile([{ name: 'Other' }]),
    otherThan('DOC', 'Office file of another kind'),
  ],
  ['a PDF cut off', 'a.pdf', make.pdfOfSize(5000).subarray(0, 4000), contentFaults.damaged],
  ['a DOCX cut off', 'a.docx', make.docx().subarray(0, 700), contentFaults.damaged],
  ['an XLS cut off', 'a.xls', make.xls().subarray(0, 4000), contentFaults.damaged],
  ['a PNG cut off', 'a.png', make.png().subarray(0, 50), forClients, contentFaults.damaged],
  ['a DOCM', 'a.docm', make.zip([...make.docxParts('Hi', true), macros]), forClients, forTeam],
  [
    'a DOCX behind a password',
    'a.docx',
    make.compoundFile([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }]),
    contentFaults.locked,
  ],
  [
    'a DOCX with a locked part',
    'a.docx',
    make.zip([...word, { name: 'word/styles.xml', content: 'x', encrypted: true }]),
    contentFaults.locked,
  ],
  ['a bomb of zeros', 'a.docx', make.zip([...word, { name: 'word/media/a.bin', content: zeros }]), contentFaults.bomb],
  [
    'a claim of 300 MB',
    'a.docx',
    make.zip([...word, { name: 'word/a.xml', content: randomBytes(4_000_000), claimedSize: 300_000_000 }]),
    contentFaults.bomb,
  ],
  ['overlapping entries', 'a.docx', overlapping(), contentFaults.bomb],
  ['2,004 entries', 'a.xlsx', make.zip([...make.xlsxParts(), ...many]), contentFaults.bomb],
  [
    'an entry that climbs out',
    'a.docx',
    make.zip([...word, { name: '../../evil.sh', content: 'x' }]),
    contentFaults.damaged,
  ],
  ['an entry twice', 'a.docx', make.zip([...word, word[2] as make.ZipEntry]), contentFaults.damaged],
]

describe('D1, D3: inspecting an upload', () => {
  it.each(table)('%s (%s)', (_title, name, bytes, forClient, forTeam) => expectVerdict(name, bytes, forClient, forTeam))

  it('rejects a zip bomb in less than a tenth of a second', async () => {
    const bomb = make.zip([...word, { name: 'word/media/a.bin', content: zeros }])
    // The process also collects the garbage of earlier tests, so the least of five counts.
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const before = process.cpuUsage()
      await inspect(bytesIn(bomb))
      const { user, system } = process.cpuUsage(before)
      times.push(user + system)
    }
    expect(Math.min(...times)).toBeLessThan(100_000)
  })

  it('never crashes on random bytes or on valid files with flipped bytes', async () => {
    const starts = [make.pdf(), make.docx(), make.doc(), make.xls(), make.png(), make.jpeg()]
    for (let round = 0; round < 1200; round++) {
      const file = Buffer.from(starts[round % starts.length] as Buffer)
      for (let flips = 0; flips < 1 + (round % 20); flips++)
        file[Math.floor(Math.random() * file.length)] = Math.floor(Math.random() * 256)
      await expect(inspect(bytesIn(file))).resolves.toHaveProperty('kind')
    }
  })
})

describe('D3: a declared file type', () => {
  const declared = (more: Partial<DocumentInput>) => () =>
    kindOf(
      ann,
      { ...documentInput('a.pdf', make.pdf()), ...more },
      { size: make.pdf().length, kind: 'pdf', fault: null, resembles: null },
    )

  it.each([
    [{ fileSize: 1 }, 'fileSize'],
    [{ mimeType: 'text/html' }, 'mimeType'],
    [{ fileName: 'a.docx' }, 'fileName'],
    [{ fileName: 'a.exe' }, 'fileName'],
    [{ originalName: 'a.docx', fileName: 'a.docx' }, 'documentURL'],
  ])('%j does not match', (more, path) => {
    expect(declared(more)).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }))
  })

  it.each([
    { mimeType: 'application/pdf' },
    { mimeType: 'application/octet-stream' },
    { mimeType: '' },
    { fileName: 'a1b2c3' },
  ])('%j matches', (more) => {
    expect(declared(more)()).toBe('pdf')
  })
})
