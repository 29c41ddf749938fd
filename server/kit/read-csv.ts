// Reads an uploaded CSV file in slices, so that a large one doesn't block the main thread.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { maxImportColumns } from '../../domain/import.ts'
import { DomainError, invalid } from '../../domain/errors.ts'

export interface CsvRow {
  /** As a spreadsheet counts it. */
  row: number
  cells: string[]
}

const sliceLength = 16_384
const maxCellLength = 20_000

interface Limits {
  bytes: number
  rows: number
  /** What the rows are, in the error message for a file without any. */
  what: string
}

/** Throws 400 with the problem: invalid encoding and the byte, an unclosed quote and its line, or too many rows. */
export async function readCsv(bytes: Buffer, limits: Limits): Promise<{ headers: string[]; rows: CsvRow[] }> {
  if (bytes.length > limits.bytes)
    throw new DomainError('too-large', `Upload a file of at most ${limits.bytes / 1_048_576} MB.`)
  const text = textOf(bytes)
  const records: CsvRow[] = []
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maxImportColumns * maxCellLength,
    }),
  )
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (cells.every((cell) => cell.trim() === '')) continue
      if (cells.length > maxImportColumns)
        throw invalid('', `Row ${row} has more than ${maxImportColumns} columns. Remove the extra columns.`)
      if (records.length > limits.rows)
        throw invalid(
          '',
          `This file has more than ${limits.rows.toLocaleString('en-US')} rows. Split it into smaller files.`,
        )
      records.push({ row, cells })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalid('', `This file can’t be read after row ${row}. Check the quotation marks there.`)
  }
  const [first, ...rows] = records
  if (first === undefined) throw invalid('', 'This file is empty.')
  if (rows.length === 0) throw invalid('', `This file has headings but no ${limits.what}.`)
  return { headers: first.cells.map((cell) => cell.trim()), rows }
}

function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8')
    if (text.includes('\u0000')) throw invalid('', 'This isn’t a CSV file. Save the list as CSV, then upload it again.')
    return text
  }
  throw invalid(
    '',
    `This file isn’t UTF-8: byte ${firstWrongByte(bytes).toLocaleString('en-US')} isn’t valid. In Excel, save the file as “CSV UTF-8.”`,
  )
}

/** Counted from 1, by binary search, because `isUtf8` only says whether there is one. */
function firstWrongByte(bytes: Buffer): number {
  let [right, wrong] = [0, bytes.length]
  while (wrong - right > 4) {
    const middle = Math.floor((right + wrong) / 2)
    // A character that was cut in half is valid, so check a few more bytes.
    const isRight = [0, 1, 2, 3].some((more) => isUtf8(bytes.subarray(0, Math.min(middle + more, bytes.length))))
    if (isRight) right = middle
    else wrong = middle
  }
  for (let end = right + 1; end < bytes.length; end++)
    if ([0, 1, 2, 3].every((more) => !isUtf8(bytes.subarray(0, Math.min(end + more, bytes.length))))) return end
  return bytes.length
}

/** The most frequent separator in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.slice(0, 100_000).split(/[\r\n]/, 1)
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

async function* slicesOf(text: string) {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength)
    await turn()
  }
}
