// Fields and markup in the text of DOCX files.
import { describe, it } from 'vitest'
import { contentFaults } from '../../domain/file-kind.ts'
import { expectVerdict, type InspectedFile, withType, word } from '../../tests/inspected-files.ts'
import * as make from '../../tests/samples.ts'

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

const docx: InspectedFile[] = [
  ['a DOCX with a page number', wordOf(field(run(' PAGE '))), 'docx'],
  [
    'a DOCX with a DDE field',
    wordOf(field(run(' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe" '))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a DDE field split over runs',
    wordOf(field(run('D'), run('DE'), run('AU'), run('TO cmd'))),
    contentFaults.dde,
  ],
  ['a DOCX with a DDE field in character references', wordOf(field(run('&#68;DE c:\\cmd.exe'))), contentFaults.dde],
  ['a DOCX with a simple DDE field', wordOf('<w:p><w:fldSimple w:instr=" dde cmd calc"/></w:p>'), contentFaults.dde],
  [
    'a DOCX with a field whose name is computed',
    wordOf(field(mark('begin'), run('QUOTE 68 68 69'), mark('separate'), mark('end'), run(' cmd'))),
    contentFaults.dde,
  ],
  [
    'a DOCX with a page number within a condition',
    wordOf(field(run(' IF '), mark('begin'), run('PAGE'), mark('end'), run(' = 1 "a"'))),
    'docx',
  ],
  [
    'a DOCX with a DDE field in its footer',
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
  ].map((instruction): InspectedFile => [
    `a DOCX with the field${instruction}`,
    wordOf(field(run(instruction))),
    contentFaults.external,
  ]),
  [
    'a DOCX with an included picture whose address is computed',
    wordOf(field(run(' INCLUDEPICTURE '), mark('begin'), run('QUOTE 104 116'), mark('separate'), mark('end'))),
    contentFaults.external,
  ],
  [
    'a DOCX with a simple field that includes text',
    wordOf('<w:p><w:fldSimple w:instr=" INCLUDETEXT &quot;https://evil.example/a&quot;"/></w:p>'),
    contentFaults.external,
  ],
  [
    'a DOCX with a picture from its writer’s disk',
    wordOf(field(run(' INCLUDEPICTURE "C:\\\\Users\\\\Ann\\\\logo.png" \\* MERGEFORMAT '))),
    'docx',
  ],
  [
    'a DOCX with a field that links to a share',
    wordOf(field(run(' HYPERLINK "\\\\\\\\evil.example\\\\share" '))),
    contentFaults.fileLink,
  ],
  [
    'a DOCX with a field that links to a website',
    wordOf(field(run(' HYPERLINK "https://example.com/" \\o "Link" '))),
    'docx',
  ],
  ['a DOCX with the words DDE and DDEAUTO in its text', make.docx('DDEAUTO and DDE'), 'docx'],
  [
    'a DOCX with entities of its own',
    wordOf('<w:p>&b;</w:p>', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
    contentFaults.damaged,
  ],
  ['a DOCX whose text is no XML', wordOf('<w:p>'), contentFaults.damaged],
]

describe('D1, D3: inspecting an upload', () => {
  it.each(docx)('%s (a.docx)', (_title, bytes, verdict) => expectVerdict('a.docx', bytes, verdict))
})
