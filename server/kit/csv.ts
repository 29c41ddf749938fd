// CSV as spreadsheets read it (RFC 4180): CRLF line ends, a mark that says it is UTF-8, and no cell that would run as a formula.
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { disposition } from './disposition.ts'

/** Null is an empty cell. */
export type Cell = string | number | null

/** Cents as dollars with two decimals and nothing around them: 125050 is `1250.50`. */
export const inPlainDollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const byteOrderMark = '\ufeff'

export const csvLine = (cells: readonly Cell[]): string =>
  stringify([cells.map(withoutFormula)], { record_delimiter: 'windows', quoted_match: /^\s|\s$|[;\t\r\n]/ })

/** What a spreadsheet takes for the beginning of a formula, also in its full-width form. */
const formula = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
const startsFormula = new RegExp(`^\\s*${formula}|^[\\t\\r]`)
/** Where a semicolon, a tab or a line end separates cells, as a semicolon does in much of Europe, what follows it is a cell as well. */
const formulaInside = new RegExp(`([;\\t\\r\\n]["\\s]*)(?=${formula})`, 'g')
const plainNumber = /^-?\d+(\.\d+)?$/

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe (OWASP, "CSV Injection"). csv-stringify's own `escape_formulas`
 * would do the same to negative amounts, and knows only the beginning of a cell.
 */
function withoutFormula(value: Cell): string {
  const text = value === null ? '' : String(value)
  if (plainNumber.test(text)) return text
  const inside = text.replaceAll(formulaInside, "$1'")
  return startsFormula.test(text) ? `'${inside}` : inside
}

/** Sends lines as they come from the database, so that the longest file needs no more room than the shortest. */
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
