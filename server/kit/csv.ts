// CSV as spreadsheets read it (RFC 4180): CRLF line ends, a mark that says it is UTF-8, and no cell that would run as a formula.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { disposition } from './send-file.ts'

/** Null is an empty cell. */
export type Cell = string | number | null

/** Cents as dollars with two decimals and nothing around them: 125050 is `1250.50`. */
export const inPlainDollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const byteOrderMark = '\ufeff'

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

const startsFormula = /^[\s]*[=+\-@\t\r]/
const plainNumber = /^-?\d+(\.\d+)?$/

/** A text that a spreadsheet would take for a formula gets an apostrophe, which it shows as text (OWASP, "CSV Injection"). */
function cell(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  const harmless = startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
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
