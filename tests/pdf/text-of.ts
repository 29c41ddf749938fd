// The text of a PDF as assistive software reads it: in content order, with replacement text (ActualText), and with
// right-to-left pieces reordered.
import { PDFDict, PDFName } from '@cantoo/pdf-lib'
import { type Operand, operatorsOf } from './content.ts'
import { markedId } from './content-rules.ts'
import { decoded, dictOrNull, type Element, openPdf, type Pdf } from './structure.ts'

/** All pages, with single spaces. Characters that only allow a line break or isolate directions are left out. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  return (await pagesOf(bytes)).join(' ')
}

export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes)
  return pdf.pages.map((page) =>
    pageText(pdf, page)
      .replaceAll(/[\u200b\u2068\u2069]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

interface Mark {
  id: number | null
  actual: string | null
  reversed: boolean
}

function pageText(pdf: Pdf, page: PDFDict): string {
  const fonts = new Map<string, Map<number, string>>()
  const owners = ownersOn(pdf, page)
  const open: Mark[] = []
  let letters = new Map<number, string>()
  let height = 0
  let last: { owner: Element | undefined; height: number } | null = null
  let text = ''

  function say(words: string) {
    const owner = owners.get(open.findLast(({ id }) => id !== null)?.id ?? -1)
    // Pieces on one line of one element are one text in several fonts; all others are separated.
    if (owner === undefined || last?.owner !== owner || last.height !== height) text += ' '
    last = { owner, height }
    text += words
  }

  for (const { name, operands } of operatorsOf(pdf.content(page))) {
    if (name === 'BMC' || name === 'BDC') {
      const mark: Mark = {
        id: markedId(pdf, page, operands[1]),
        actual: actualText(operands[1]),
        reversed: operands[0] === '/ReversedChars',
      }
      open.push(mark)
      if (mark.actual !== null) say(mark.actual)
    } else if (name === 'EMC') open.pop()
    else if (name === 'cm') height = Number(operands[5])
    else if (name === 'Tf') letters = lettersOf(pdf, page, String(operands[0]).slice(1), fonts)
    else if ((name === 'Tj' || name === 'TJ') && !open.some(({ actual }) => actual !== null)) {
      const shown = codesIn(operands[0]).map((code) => letters.get(code) ?? '')
      say((open.some(({ reversed }) => reversed) ? shown.reverse() : shown).join(''))
    }
  }
  return text
}

/** Maps the marked content of a page to its element. */
function ownersOn({ elements }: Pdf, page: PDFDict): Map<number, Element> {
  const found = new Map<number, Element>()
  for (const element of elements)
    for (const { page: where, id } of element.marked) if (where === page) found.set(id, element)
  return found
}

function actualText(operand: Operand | undefined): string | null {
  if (!Array.isArray(operand)) return null
  const value = operand.includes('/ActualText') ? operand[operand.indexOf('/ActualText') + 1] : null
  return value instanceof Uint8Array ? utf16(value).replace('\ufeff', '') : null
}

/** The character codes of a shown string: two bytes each in the documents' fonts. */
const codesIn = (operand: Operand | undefined): number[] => {
  if (Array.isArray(operand)) return operand.flatMap(codesIn)
  if (!(operand instanceof Uint8Array)) return []
  return Array.from({ length: operand.length >> 1 }, (_, i) => Buffer.from(operand).readUInt16BE(i * 2))
}

function lettersOf(pdf: Pdf, page: PDFDict, name: string, known: Map<string, Map<number, string>>) {
  const found = known.get(name) ?? readFont(pdf, page, name)
  known.set(name, found)
  return found
}

/** A font's own table from codes to characters. */
function readFont({ get }: Pdf, page: PDFDict, name: string): Map<number, string> {
  const resources = dictOrNull(get(page, 'Resources'))
  const fonts = resources === null ? null : dictOrNull(get(resources, 'Font'))
  const font = fonts?.lookup(PDFName.of(name), PDFDict)
  const table = font === undefined ? undefined : get(font, 'ToUnicode')
  const found = new Map<number, string>()
  if (table === undefined) return found
  let operands: Operand[] = []
  for (const { name: operator, operands: own } of operatorsOf(decoded(table))) {
    operands = own
    if (operator === 'endbfchar')
      for (let i = 0; i + 1 < operands.length; i += 2) found.set(numberIn(operands[i]), textIn(operands[i + 1]))
    if (operator === 'endbfrange')
      for (let i = 0; i + 2 < operands.length; i += 3) {
        const [from, to] = [numberIn(operands[i]), numberIn(operands[i + 1])]
        const target = operands[i + 2]
        for (let code = from; code <= to; code++)
          found.set(
            code,
            Array.isArray(target)
              ? textIn(target[code - from])
              : String.fromCodePoint((textIn(target).codePointAt(0) ?? 0) + code - from),
          )
      }
  }
  return found
}

const numberIn = (operand: Operand | undefined) =>
  operand instanceof Uint8Array ? Number.parseInt(Buffer.from(operand).toString('hex'), 16) : -1

const textIn = (operand: Operand | undefined) => (operand instanceof Uint8Array ? utf16(operand) : '')

const utf16 = (bytes: Uint8Array) => Buffer.from(bytes).swap16().toString('utf16le')
