// CSV for spreadsheets (RFC 4180): CRLF line endings, a UTF-8 byte order mark, and no cell that would run as a formula.
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'

/** Null is an empty cell. */
export type Cell = string | number | null

/** Cents as plain dollars with two decimals: 125050 is `1250.50`. */
export const inPlainDollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const byteOrderMark = '\ufeff'

export const csvLine = (cells: readonly Cell[]): string =>
  stringify([cells.map(withoutFormula)], { record_delimiter: 'windows', quoted_match: /^\s|\s$|[;\t\r\n]/ })

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const formula = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
const startsFormula = new RegExp(`^\\s*${formula}|^[\\t\\r]`)
/** In locales where a semicolon or tab separates cells, as in much of Europe, the text after it is a cell as well. */
const formulaInside = new RegExp(`([;\\t\\r\\n]["\\s]*)(?=${formula})`, 'g')
const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * Prefixes text that a spreadsheet would take for a formula with an apostrophe (OWASP, "CSV Injection").
 * csv-stringify's own `escape_formulas` would also escape negative amounts, and checks only the beginning of a cell.
 */
function withoutFormula(value: Cell): string {
  const text = value === null ? '' : String(value)
  if (plainNumber.test(text)) return text
  const inside = text.replaceAll(formulaInside, "$1'")
  return startsFormula.test(text) ? `'${inside}` : inside
}

/** Streams rows from the database, so that memory use does not depend on the file's length. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  lines: () => AsyncIterable<readonly Cell[]>,
): void {
  async function* text() {
    yield byteOrderMark + csvLine(header)
    let waiting = ''
    for await (const line of lines()) {
      waiting += csvLine(line)
      if (waiting.length < 60_000) continue
      yield waiting
      waiting = ''
    }
    yield waiting
  }
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', disposition('attachment', name))
    .send(Readable.from(text(), { objectMode: false }))
}
