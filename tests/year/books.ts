// Reads the three exports for accounting programs, as those programs do, and adds up what they contain.
import { parse } from 'csv-parse/sync'
import { centsOf, lineCents, sum, taxCents } from './arithmetic.ts'

type Row = Record<string, string>

/** Throws if a row has more or fewer cells than the header. */
const readCsv = (text: string): Row[] => parse(text, { bom: true, columns: true })

const read = (row: Row, column: string): string => {
  const value = row[column]
  if (value === undefined) throw new Error(`There is no column ${column}`)
  return value
}

const hundredthsOf = (quantity: string) => centsOf(quantity)

/** Invoices by number, each with its rows. */
const byNumber = (rows: Row[], column: string) => Map.groupBy(rows, (row) => read(row, column))

export interface BookedInvoice {
  client: string
  date: string
  subtotal: number
  tax: number
}

const isoDate = (american: string) => american.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

/** QuickBooks Online calculates the tax itself, from the rate and the lines that are marked. */
export function readQuickBooks(text: string): Map<string, BookedInvoice> {
  const invoices = new Map<string, BookedInvoice>()
  for (const [number, rows] of byNumber(readCsv(text), '*InvoiceNo')) {
    const [first] = rows as [Row]
    const lines = rows.map((row) => ({
      description: '',
      hundredths: hundredthsOf(read(row, 'ItemQuantity')),
      rate: centsOf(read(row, 'ItemRate')),
      isTaxed: read(row, 'Taxable') === 'Y',
    }))
    rows.forEach((row, at) => {
      if (lineCents(lines[at] ?? { hundredths: 0, rate: 0 }) !== centsOf(read(row, '*ItemAmount')))
        throw new Error(`A line of ${number} is not its quantity times its rate`)
    })
    const percent = rows.map((row) => read(row, 'TaxRate')).find((rate) => rate !== '') ?? '0%'
    const rate = Math.round(Number(percent.replace('%', '')) * 1000)
    invoices.set(number, {
      client: read(first, '*Customer'),
      date: isoDate(read(first, '*InvoiceDate')),
      subtotal: sum(lines.map(lineCents)),
      tax: taxCents(lines, { mode: 'by-line', rate }, false),
    })
  }
  return invoices
}

/** Xero takes the tax of each line as it is; a credit note is an invoice with a negative amount. */
export function readXero(text: string): Map<string, BookedInvoice> {
  const invoices = new Map<string, BookedInvoice>()
  for (const [number, rows] of byNumber(readCsv(text), '*InvoiceNumber')) {
    const [first] = rows as [Row]
    const totals = rows.map((row) =>
      lineCents({ hundredths: hundredthsOf(read(row, '*Quantity')), rate: centsOf(read(row, '*UnitAmount')) }),
    )
    invoices.set(number, {
      client: read(first, '*ContactName'),
      date: isoDate(read(first, '*InvoiceDate')),
      subtotal: sum(totals),
      tax: sum(rows.map((row) => centsOf(read(row, 'TaxAmount')))),
    })
  }
  return invoices
}

/** By Xero's account code or item code, credits positive. */
export const xeroSums = (text: string, column: '*AccountCode' | 'InventoryItemCode'): Map<string, number> =>
  new Map(
    [...Map.groupBy(readCsv(text), (row) => read(row, column))].map(([code, rows]) => [
      code,
      sum(
        rows.map((row) =>
          lineCents({ hundredths: hundredthsOf(read(row, '*Quantity')), rate: centsOf(read(row, '*UnitAmount')) }),
        ),
      ),
    ]),
  )

export interface Transaction {
  type: string
  number: string
  lines: { account: string; name: string; amount: number; date: string }[]
}

/** Each transaction has a first line and its splits, which must add up to zero. */
export function readIif(text: string): Transaction[] {
  const columns = new Map<string, string[]>()
  const transactions: Transaction[] = []
  let open: Transaction | null = null
  for (const line of text.split('\r\n').filter((each) => each !== '')) {
    const [mark = '', ...cells] = line.split('\t')
    if (mark.startsWith('!')) {
      columns.set(mark.slice(1), cells)
      continue
    }
    const names = columns.get(mark)
    if (names === undefined) throw new Error(`IIF line of an unknown kind: ${mark}`)
    if (mark === 'ENDTRNS') {
      if (open === null || sum(open.lines.map(({ amount }) => amount)) !== 0)
        throw new Error(`Transaction ${open?.number} does not add up to zero`)
      transactions.push(open)
      open = null
      continue
    }
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    if (mark === 'TRNS') open = { type: cell('TRNSTYPE'), number: cell('DOCNUM'), lines: [] }
    open?.lines.push({
      account: cell('ACCNT'),
      name: cell('NAME'),
      amount: centsOf(cell('AMOUNT')),
      date: isoDate(cell('DATE')),
    })
  }
  if (open !== null) throw new Error('The last transaction is not complete')
  return transactions
}

/** The balance of each account, debits positive. */
export function accountBalances(transactions: readonly Transaction[]): Map<string, number> {
  const balances = new Map<string, number>()
  for (const { account, amount } of transactions.flatMap(({ lines }) => lines))
    balances.set(account, (balances.get(account) ?? 0) + amount)
  return balances
}
