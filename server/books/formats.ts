// Import formats of accounting programs. Amounts are in dollars; in IIF the lines of each transaction add up to zero.
import { type BooksLineKind, type BooksNames, lineNames } from '../../domain/books-names.ts'
import { sumOf } from '../../domain/money.ts'
import type { EntryKind, EntryMethod } from '../../domain/payment.ts'
import { ratePercent } from '../../domain/sales-tax.ts'
import { type Cell, inPlainDollars } from '../kit/csv.ts'

interface BooksLine {
  description: string
  quantity: number
  rate: number
  total: number
  /** Left out means taxed, where the invoice has tax. */
  taxed?: boolean | undefined
  serviceRateId?: string | undefined
}

export interface BooksInvoice {
  number: string
  client: string
  date: string
  dueDate: string
  memo: string | null
  lines: BooksLine[]
  subtotal: number
  tax: number
  total: number
  /** In thousandths of a percent. */
  taxRate: number
  /** Money paid in advance, which is a liability until it is used. */
  isRetainer: boolean
}

export interface BooksCredit {
  number: string
  client: string
  date: string
  /** None for a single amount. */
  lines: BooksLine[]
  subtotal: number
  tax: number
  reason: string
  /** It lowers what was billed in advance, which is not income. */
  isForRetainer: boolean
}

export interface BooksEntry {
  kind: EntryKind
  method: EntryMethod
  client: string
  invoiceNumber: string
  date: string
  amount: number
  reference: string | null
}

const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`

/** The lines of an invoice; one line with the subtotal if the client's data was deleted. */
const linesOf = ({ lines, subtotal }: BooksInvoice): BooksLine[] =>
  lines.length > 0 ? lines : [{ description: 'Services', quantity: 1, rate: subtotal, total: subtotal }]

const kindOf = ({ rate }: BooksLine): BooksLineKind | null => (rate < 0 ? 'discount' : null)

const soldAs = (names: BooksNames, { isRetainer }: Pick<BooksInvoice, 'isRetainer'>, line: BooksLine) =>
  lineNames(names, { isRetainer, serviceRateId: line.serviceRateId, kind: kindOf(line) })

/** A single amount that is credited is a kind of its own. */
const creditedAs = (names: BooksNames, { isForRetainer, lines }: BooksCredit, line: BooksLine) =>
  lineNames(names, {
    isRetainer: isForRetainer,
    serviceRateId: line.serviceRateId,
    kind: lines.length === 0 ? 'credit' : kindOf(line),
  })

const isTaxed = ({ tax }: Pick<BooksInvoice, 'tax'>, { taxed = true }: BooksLine) => tax > 0 && taxed

export const quickBooksColumns = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  'Taxable',
  'TaxRate',
] as const

/** A row for each line of an invoice. */
export const quickBooksRows = (invoice: BooksInvoice, names: BooksNames): Cell[][] =>
  linesOf(invoice).map((line) => [
    invoice.number,
    invoice.client,
    american(invoice.date),
    american(invoice.dueDate),
    invoice.memo,
    soldAs(names, invoice, line).item,
    line.description,
    line.quantity,
    inPlainDollars(line.rate),
    inPlainDollars(line.total),
    isTaxed(invoice, line) ? 'Y' : 'N',
    isTaxed(invoice, line) ? ratePercent(invoice.taxRate) : null,
  ])

export const xeroColumns = [
  '*ContactName',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'Currency',
] as const

export function xeroRows(invoice: BooksInvoice, names: BooksNames): Cell[][] {
  const { mapping } = names
  const lines = linesOf(invoice)
  const taxes = taxOfLines(lines, invoice)
  return lines.map((line, at) => {
    const { xeroItemCode, xeroAccountCode } = soldAs(names, invoice, line)
    return [
      invoice.client,
      invoice.number,
      invoice.memo,
      american(invoice.date),
      american(invoice.dueDate),
      xeroItemCode,
      line.description,
      line.quantity,
      inPlainDollars(line.rate),
      xeroAccountCode,
      isTaxed(invoice, line) ? mapping.xeroTaxType : mapping.xeroExemptTaxType,
      inPlainDollars(taxes[at] ?? 0),
      'USD',
    ]
  })
}

/** The tax in shares of the taxed lines; the last of them takes the cents that rounding leaves. */
function taxOfLines(lines: BooksLine[], invoice: Pick<BooksInvoice, 'tax'>): number[] {
  const taxed = lines.map((line) => isTaxed(invoice, line))
  const base = sumOf(lines.filter((_, at) => taxed[at]).map(({ total }) => total))
  const shares = lines.map(({ total }, at) => (taxed[at] && base !== 0 ? Math.round((invoice.tax * total) / base) : 0))
  const rest = invoice.tax - sumOf(shares)
  const last = taxed.lastIndexOf(true)
  return shares.map((share, at) => (at === last ? share + rest : share))
}

/** The lines of a credit note; one with its subtotal and the reason if it is a single amount. */
const creditLinesOf = ({ lines, subtotal, reason }: BooksCredit): BooksLine[] =>
  lines.length > 0 ? lines : [{ description: reason, quantity: 1, rate: subtotal, total: subtotal }]

export function xeroCreditRows(credit: BooksCredit, names: BooksNames): Cell[][] {
  const { mapping } = names
  const lines = creditLinesOf(credit)
  const taxes = taxOfLines(lines, credit)
  return lines.map((line, at) => {
    const { xeroItemCode, xeroAccountCode } = creditedAs(names, credit, line)
    return [
      credit.client,
      credit.number,
      null,
      american(credit.date),
      american(credit.date),
      xeroItemCode,
      line.description,
      line.quantity,
      inPlainDollars(-line.rate),
      xeroAccountCode,
      isTaxed(credit, line) ? mapping.xeroTaxType : mapping.xeroExemptTaxType,
      inPlainDollars(-(taxes[at] ?? 0)),
      'USD',
    ]
  })
}

const iifColumns = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO', 'QNTY', 'PRICE', 'INVITEM']

const tabbed = (cells: (string | number | null)[]) =>
  `${cells
    .map((cell) =>
      String(cell ?? '')
        .replaceAll(/[\s"]+/g, ' ')
        .trim(),
    )
    .join('\t')}\r\n`

export const iifHeader = tabbed(['!TRNS', ...iifColumns]) + tabbed(['!SPL', ...iifColumns]) + tabbed(['!ENDTRNS'])

interface Split {
  account: string
  amount: number
  memo?: string | null
  quantity?: number
  rate?: number
  item?: string
}

type Transaction = { type: string; date: string; client: string; number: string; account: string; memo: string | null }

/** A transaction whose first line balances its splits. */
function iifTransaction({ type, date, client, number, account, memo }: Transaction, splits: Split[]): string {
  const line = (kind: 'TRNS' | 'SPL', { account: of, amount, memo: about, quantity, rate, item }: Split) =>
    tabbed([
      kind,
      type,
      american(date),
      of,
      client,
      inPlainDollars(amount),
      number,
      about ?? null,
      // QuickBooks expects a negative quantity for sales.
      quantity === undefined ? null : -quantity,
      rate === undefined ? null : inPlainDollars(rate),
      item ?? null,
    ])
  const balance = -sumOf(splits.map(({ amount }) => amount))
  return (
    line('TRNS', { account, amount: balance, memo }) +
    splits.map((split) => line('SPL', split)).join('') +
    tabbed(['ENDTRNS'])
  )
}

const accountAndItem = ({ incomeAccount, item }: ReturnType<typeof lineNames>) => ({ account: incomeAccount, item })

export function iifInvoice(invoice: BooksInvoice, names: BooksNames): string {
  const { mapping } = names
  const { number, client, date, memo, tax } = invoice
  const splits: Split[] = linesOf(invoice).map((line) => ({
    ...accountAndItem(soldAs(names, invoice, line)),
    amount: -line.total,
    memo: line.description,
    quantity: line.quantity,
    rate: line.rate,
  }))
  if (tax > 0) splits.push({ account: mapping.taxAccount, amount: -tax, memo: 'Sales tax' })
  return iifTransaction({ type: 'INVOICE', date, client, number, account: mapping.receivableAccount, memo }, splits)
}

export function iifCredit(credit: BooksCredit, names: BooksNames): string {
  const { mapping } = names
  const { number, client, date, tax, reason } = credit
  const splits: Split[] = creditLinesOf(credit).map((line) => ({
    ...accountAndItem(creditedAs(names, credit, line)),
    amount: line.total,
    memo: line.description,
  }))
  if (tax > 0) splits.push({ account: mapping.taxAccount, amount: tax, memo: 'Sales tax' })
  const account = mapping.receivableAccount
  return iifTransaction({ type: 'CREDIT MEMO', date, client, number, account, memo: reason }, splits)
}

const journalMemos: Record<Exclude<EntryKind, 'payment'>, string> = {
  refund: 'Refund',
  reversal: 'Reversal',
  credit: 'Credit',
  retainer: 'Retainer applied',
}

/**
 * A payment, a refund, what was applied of a retainer, or a reversal of one of them; anything without a QuickBooks type
 * is a journal entry.
 */
export function iifEntry(
  { kind, method, client, invoiceNumber, date, amount, reference }: BooksEntry,
  { mapping }: BooksNames,
): string {
  const type = kind === 'payment' ? 'PAYMENT' : 'GENERAL JOURNAL'
  const memo = [kind === 'payment' ? null : journalMemos[kind], reference].filter((each) => each !== null).join(' ')
  const account = method === 'retainer' ? (mapping.retainerAccount ?? '') : mapping.depositAccount
  return iifTransaction({ type, date, client, number: invoiceNumber, account, memo }, [
    { account: mapping.receivableAccount, amount: -amount },
  ])
}
