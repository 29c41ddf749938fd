// Bookkeeping: closed months, and the names that an accounting program gives to accounts and items.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id, Instant, optionalName, requiredName, requiredText } from './text.ts'

export const BooksFormat = z.enum(['quickbooks', 'xero', 'iif'])
export type BooksFormat = z.infer<typeof BooksFormat>

const isAccountName = (name: string | null) => name === null || !/[\t\r\n"]/.test(name)
const noAccountName = 'Use one line without quotation marks.'
const accountName = (label: string) => requiredName(`Enter the ${label}.`).refine(isAccountName, noAccountName)
export const optionalAccountName = optionalName.refine(isAccountName, noAccountName)
/** Xero accepts no longer codes. Null leaves the lines without an item. */
const maxXeroItemLength = 30
export const xeroItemCode = optionalAccountName.refine(
  (code) => (code ?? '').length <= maxXeroItemLength,
  `Use at most ${maxXeroItemLength} characters.`,
)
/** Null until the firm enters it, because charts of accounts have no common name for money paid in advance. */
const retainerName = optionalAccountName

export const BooksMapping = z.strictObject({
  incomeAccount: accountName('income account'),
  receivableAccount: accountName('accounts receivable account'),
  depositAccount: accountName('deposit account'),
  taxAccount: accountName('sales tax account'),
  item: accountName('item'),
  xeroAccountCode: accountName('Xero account code'),
  xeroItemCode,
  xeroTaxType: accountName('Xero tax rate'),
  xeroExemptTaxType: accountName('Xero tax rate for exempt clients'),
  retainerAccount: retainerName,
  retainerItem: retainerName,
  xeroRetainerCode: retainerName,
  xeroRetainerItemCode: xeroItemCode,
})
export type BooksMapping = z.infer<typeof BooksMapping>

/** The default names of a new company in QuickBooks and Xero. */
export const firstMapping: BooksMapping = {
  incomeAccount: 'Services',
  receivableAccount: 'Accounts Receivable',
  depositAccount: 'Undeposited Funds',
  taxAccount: 'Sales Tax Payable',
  item: 'Services',
  xeroAccountCode: '200',
  xeroItemCode: null,
  xeroTaxType: 'Tax on Sales',
  xeroExemptTaxType: 'Tax Exempt',
  retainerAccount: null,
  retainerItem: null,
  xeroRetainerCode: null,
  xeroRetainerItemCode: null,
}

const retainerNames: Record<BooksFormat, { isMissing: (mapping: BooksMapping) => boolean; sentence: string }> = {
  quickbooks: {
    isMissing: ({ retainerItem }) => retainerItem === null,
    sentence: 'Enter the retainer item under “Edit account names” first.',
  },
  xero: {
    isMissing: ({ xeroRetainerCode }) => xeroRetainerCode === null,
    sentence: 'Enter the Xero account code for retainers under “Edit account names” first.',
  },
  iif: {
    isMissing: ({ retainerAccount, retainerItem }) => retainerAccount === null || retainerItem === null,
    sentence: 'Enter the retainer account and the retainer item under “Edit account names” first.',
  },
}

/** What to do before an export can contain retainers; null if the firm has entered all its names. */
export function missingRetainerNames(
  format: BooksFormat,
  { mapping, hasRetainers }: Pick<Books, 'mapping' | 'hasRetainers'>,
): string | null {
  const { isMissing, sentence } = retainerNames[format]
  return hasRetainers && isMissing(mapping) ? sentence : null
}

/** Throws 409 if the names of retainers are missing. */
export function assertCanExportBooks(format: BooksFormat, books: Pick<Books, 'mapping' | 'hasRetainers'>): void {
  const sentence = missingRetainerNames(format, books)
  if (sentence !== null) throw conflict(sentence)
}

const noMonth = 'Choose a month.'
export const ClosedMonthInput = z.strictObject({
  month: z.string(noMonth).regex(/^2\d{3}-(0[1-9]|1[0-2])$/, noMonth),
})
export const MonthReopening = z.strictObject({ reason: requiredText('Enter a reason.', 1000) })

export const BooksAction = z.enum(['close', 'reopen', 'export', 'edit'])

export const ClosedMonth = z.object({
  id: Id,
  /** YYYY-MM */
  month: z.string(),
  closedByName: z.string().nullable(),
  closedAt: Instant,
  reopenedAt: Instant.nullable(),
  reopenReason: z.string().nullable(),
})
export type ClosedMonth = z.infer<typeof ClosedMonth>

export const Books = z.object({
  /** The latest 60, including reopened ones. */
  months: z.array(ClosedMonth),
  mapping: BooksMapping,
  /** Whether the exports may contain retainers. */
  hasRetainers: z.boolean(),
  version: z.int(),
  allowed: z.array(BooksAction),
})
export type Books = z.infer<typeof Books>

export const allowedBooksActions = (actor: Actor): z.infer<typeof BooksAction>[] =>
  isAdministrator(actor) ? ['close', 'reopen', 'export', 'edit'] : []

/** Throws 403 for anyone but administrators, 400 for a month that is not over. @param today the office's date */
export function assertCanCloseMonth(actor: Actor, month: string, today: string): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can close months.')
  if (month >= today.slice(0, 7)) throw invalid('month', 'Only a past month can be closed.')
}

/** Throws 409 for a change dated in a closed month. */
export function assertMonthIsOpen(isClosed: boolean, date: string, path?: string): void {
  if (!isClosed) return
  const month = new Date(`${date.slice(0, 7)}-15T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  throw conflict(`${month} is closed. Use a later date, or have an administrator reopen the month.`, path)
}
