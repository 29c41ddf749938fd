// Writes a Word document, in the typesetter's process: a handbook takes longer than the main thread may be blocked.
import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  InternalHyperlink,
  LevelFormat,
  Packer,
  PageBreak,
  PageNumber,
  PageReference,
  Paragraph,
  type ParagraphChild,
  Tab,
  TabStopType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Block, Run } from '../../domain/hr-policy.ts'
import type { PolicyHeaderRow, PrintablePolicy } from '../../domain/model-policy.ts'
import type { AdoptedDocument } from '../pdf/job.ts'

type Child = Paragraph | Table

/** In twentieths of a point: US Letter with one-inch margins. */
const [pageWidth, pageHeight, margin] = [12_240, 15_840, 1440]
const textWidth = pageWidth - 2 * margin
const gray = '5F6B73'
const hairline = { style: BorderStyle.SINGLE, size: 4, color: 'C9D1D6' }
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }

// Word's XML cannot contain control characters, and direction overrides would reorder the text.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\ufffe\uffff]/g
const plain = (text: string) => text.toWellFormed().replace(unprintable, '')

/** Each ordered list restarts at 1. */
let orderedLists = 0

const runOf = ({ text, strong, emphasis }: Run) =>
  new TextRun({ text: plain(text), bold: strong === true, italics: emphasis === true })

const childOf = (run: Run): ParagraphChild =>
  run.url?.startsWith('https://')
    ? new ExternalHyperlink({ link: run.url, children: [new TextRun({ text: plain(run.text), style: 'Hyperlink' })] })
    : runOf(run)

function blockOf(block: Block): Child[] {
  if (block.kind === 'paragraph') return [new Paragraph({ children: block.runs.map(childOf), style: 'Body' })]
  if (block.kind === 'table') return [tableOf(block.head, block.rows)]
  const instance = block.ordered ? ++orderedLists : 0
  return block.items.map(
    (item) =>
      new Paragraph({
        children: item.map(childOf),
        style: 'Body',
        ...(block.ordered
          ? { numbering: { reference: 'steps', level: 0, instance } }
          : { numbering: { reference: 'bullets', level: 0 } }),
      }),
  )
}

const tableOf = (head: Run[][], rows: Run[][][]) =>
  new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: head.map(() => Math.floor(textWidth / Math.max(1, head.length))),
    rows: [head, ...rows].map(
      (cells, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: cells.map((cell) => new TableCell({ children: [new Paragraph({ children: cell.map(childOf) })] })),
        }),
    ),
  })

const headerTable = (rows: readonly PolicyHeaderRow[]) =>
  new Table({
    width: { size: textWidth, type: WidthType.DXA },
    columnWidths: [2000, textWidth - 2000],
    borders: { top: hairline, bottom: hairline, left: none, right: none, insideHorizontal: none, insideVertical: none },
    rows: rows.map(
      ({ label, value }) =>
        new TableRow({
          children: [
            new TableCell({
              width: { size: 2000, type: WidthType.DXA },
              children: [
                new Paragraph({
                  spacing: { before: 60, after: 60 },
                  children: [new TextRun({ text: label, color: gray })],
                }),
              ],
            }),
            new TableCell({
              width: { size: textWidth - 2000, type: WidthType.DXA },
              children: [
                new Paragraph({ spacing: { before: 60, after: 60 }, children: [new TextRun({ text: plain(value) })] }),
              ],
            }),
          ],
        }),
    ),
  })

const signatureLines = (): Child[] =>
  ['Employee name (print)', 'Employee ID (if any)', 'Signature', 'Date'].map(
    (label) =>
      new Paragraph({
        spacing: { before: 480, after: 0 },
        border: { top: { ...hairline, color: '6F7B83', space: 4 } },
        indent: { right: Math.floor(textWidth / 3) },
        children: [new TextRun({ text: label, color: gray, size: 18 })],
      }),
  )

function policyChildren(policy: PrintablePolicy, title: string, bookmark: string | null): Child[] {
  const words = new TextRun({ text: plain(title) })
  let number = 0
  return [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      children: [bookmark === null ? words : new Bookmark({ id: bookmark, children: [words] })],
    }),
    headerTable(policy.header),
    ...policy.sections.flatMap(({ level, heading, blocks }) => [
      new Paragraph({
        heading: level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3,
        children: [new TextRun({ text: plain(level === 2 ? `${++number}. ${heading}` : heading) })],
      }),
      ...blocks.flatMap(blockOf),
    ]),
  ]
}

const pageBreak = () => new Paragraph({ children: [new PageBreak()] })

function handbookChildren(document: AdoptedDocument, cover: readonly PolicyHeaderRow[]): Child[] {
  const titles = [...document.policies.map(({ title }, index) => `${index + 1}. ${title}`), 'Acknowledgment']
  const bookmark = (index: number) => `policy${index + 1}`
  return [
    new Paragraph({
      style: 'Title',
      spacing: { before: 2400 },
      children: [new TextRun({ text: plain(document.title) })],
    }),
    new Paragraph({
      spacing: { after: 480 },
      children: [new TextRun({ text: plain(document.organization), size: 28 })],
    }),
    headerTable(cover),
    pageBreak(),
    new Paragraph({ style: 'ContentsTitle', children: [new TextRun({ text: 'Contents' })] }),
    ...titles.map(
      (title, index) =>
        new Paragraph({
          tabStops: [{ type: TabStopType.RIGHT, position: textWidth, leader: 'dot' }],
          spacing: { after: 80 },
          children: [
            new InternalHyperlink({ anchor: bookmark(index), children: [new TextRun({ text: plain(title) })] }),
            new TextRun({ children: [new Tab()] }),
            new PageReference(bookmark(index)),
          ],
        }),
    ),
    ...document.policies.flatMap((policy, index) => [
      pageBreak(),
      ...policyChildren(policy, titles[index] ?? policy.title, bookmark(index)),
    ]),
    pageBreak(),
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      children: [
        new Bookmark({ id: bookmark(titles.length - 1), children: [new TextRun({ text: 'Acknowledgment' })] }),
      ],
    }),
    ...document.acknowledgment.map(
      (words) => new Paragraph({ style: 'Body', children: [new TextRun({ text: plain(words) })] }),
    ),
    ...signatureLines(),
  ]
}

function documentOf(document: AdoptedDocument): Document {
  const { cover, policies } = document
  const children =
    cover === null
      ? [...policies.flatMap((policy) => policyChildren(policy, policy.title, null)), ...signatureLines()]
      : handbookChildren(document, cover)
  const heading = (size: number, before: number, after: number) => ({
    run: { size, bold: true, color: '1F2F36', font: 'Georgia' },
    paragraph: { spacing: { before, after }, keepNext: true },
  })
  return new Document({
    title: plain(document.title),
    creator: plain(document.organization),
    description: plain(document.footer),
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 22 } },
        title: heading(56, 0, 240),
        heading1: heading(40, 0, 240),
        heading2: heading(26, 320, 120),
        heading3: heading(22, 240, 80),
      },
      paragraphStyles: [
        { id: 'Body', name: 'Body Text', basedOn: 'Normal', paragraph: { spacing: { after: 140, line: 276 } } },
        { id: 'ContentsTitle', name: 'Contents Title', basedOn: 'Normal', ...heading(40, 0, 240) },
      ],
    },
    numbering: {
      config: [
        {
          reference: 'steps',
          levels: [
            {
              level: 0,
              format: LevelFormat.DECIMAL,
              text: '%1.',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: 480, hanging: 360 } } },
            },
          ],
        },
        {
          reference: 'bullets',
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: 480, hanging: 280 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: pageWidth, height: pageHeight },
            margin: { top: margin, bottom: margin, left: margin, right: margin },
          },
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                tabStops: [{ type: TabStopType.RIGHT, position: textWidth }],
                children: [
                  new TextRun({ text: plain(document.footer), size: 16, color: gray }),
                  new TextRun({
                    children: [new Tab(), 'Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
                    size: 16,
                    color: gray,
                  }),
                ],
              }),
            ],
          }),
        },
        children,
      },
    ],
  })
}

export const docxOf = async (document: AdoptedDocument): Promise<Uint8Array> =>
  Uint8Array.from(await Packer.toBuffer(documentOf(document)))
