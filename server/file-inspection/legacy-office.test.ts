// Macros, objects, links, and passwords in the DOC and XLS files of Office 97 to 2003.
import { describe, it } from 'vitest'
import { contentFaults } from '../../domain/file-kind.ts'
import { expectVerdict, type InspectedFile } from '../../tests/inspected-files.ts'
import * as make from '../../tests/samples.ts'

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

const doc: InspectedFile[] = [
  [
    'a DOC with macros',
    make.compoundFile([{ name: 'WordDocument' }, { name: 'Macros', storage: true }]),
    contentFaults.macros,
  ],
  ['a DOC with a page number', wordText(Buffer.from('\u0013 PAGE \u0014 1 \u0015', 'latin1')), 'doc'],
  ['a DOC with a DDE field', wordText(Buffer.from('\u0013 DDEAUTO cmd "/k calc" \u0015', 'latin1')), contentFaults.dde],
  [
    'a DOC with a DDE field in two bytes a character',
    wordText(Buffer.from('\u0013 DDEAUTO cmd "/k calc" \u0015', 'utf16le')),
    contentFaults.dde,
  ],
  ...(['latin1', 'utf16le'] as const).map((encoding): InspectedFile => [
    `a DOC with a picture on a share, in ${encoding}`,
    wordText(Buffer.from('\u0013 INCLUDEPICTURE "\\\\\\\\evil.example\\\\a.png" \\d \u0014\u0001\u0015', encoding)),
    contentFaults.external,
  ]),
  [
    'a DOC with a picture from its writer’s disk',
    wordText(Buffer.from('\u0013 INCLUDEPICTURE "C:\\\\a.png" \\d \u0014\u0001\u0015', 'latin1')),
    'doc',
  ],
  [
    'a DOC with a link to a website',
    wordText(Buffer.from('\u0013 HYPERLINK "https://example.com/" \u0014Link\u0015', 'latin1')),
    'doc',
  ],
  [
    'a DOC with a package',
    make.compoundFile([{ name: 'WordDocument' }, { name: '\u0001Ole10Native' }]),
    contentFaults.objects,
  ],
  [
    'a DOC with an empty pool of objects',
    make.compoundFile([{ name: 'WordDocument' }, { name: 'ObjectPool', storage: true }]),
    'doc',
  ],
  ['a DOC with a pool of objects', withObjectPool(), contentFaults.objects],
]

const xls: InspectedFile[] = [
  [
    'an XLS with macros',
    make.compoundFile([{ name: 'Workbook' }, { name: '_VBA_PROJECT_CUR', storage: true }]),
    contentFaults.macros,
  ],
  ['an XLS with sheets and charts', workbook(sheetRecord(0), sheetRecord(2)), 'xls'],
  ['an XLS with a sheet of Excel 4 macros', workbook(sheetRecord(0), sheetRecord(1)), contentFaults.macros],
  ['an XLS behind a password', workbook(record(0x2f, Buffer.alloc(6)), sheetRecord(0)), contentFaults.locked],
  [
    'an XLS with an equation object',
    make.compoundFile([{ name: 'Workbook' }, { name: 'Equation Native' }]),
    contentFaults.objects,
  ],
  ['an XLS with a DDE link', workbook(sheetRecord(0), linkRecord('cmd\u0003/c calc')), contentFaults.dde],
  [
    'an XLS with a DDE link in two bytes a character',
    workbook(sheetRecord(0), linkRecord('cmd\u0003/c calc', 'utf16le')),
    contentFaults.dde,
  ],
  [
    'an XLS with values from a workbook on a share',
    workbook(sheetRecord(0), linkRecord('\u0001\u0001@evil.example\u0003share\u0003a.xls')),
    contentFaults.workbookLink,
  ],
  ['an XLS with references to its own sheets', workbook(sheetRecord(0), ownLinkRecord), 'xls'],
]

describe('D1, D3: inspecting an upload', () => {
  it.each(doc)('%s (a.doc)', (_title, bytes, verdict) => expectVerdict('a.doc', bytes, verdict))

  it.each(xls)('%s (a.xls)', (_title, bytes, verdict) => expectVerdict('a.xls', bytes, verdict))
})
