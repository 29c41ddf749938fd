// What clients, services, and kinds of invoice lines are called in the accounting program. Without a name of their own,
// clients are called like their folder, and lines like the firm's one item.
import { z } from 'zod'
import { type BooksMapping, optionalAccountName, xeroItemCode } from './books.ts'
import { invalid } from './errors.ts'
import { Id, versioned } from './text.ts'

/** QuickBooks accepts no longer names of customers. */
const maxCustomerLength = 100

export const BooksCustomerInput = z.strictObject({
  /** Null for the name of the client folder. */
  name: optionalAccountName
    .refine((name) => (name ?? '').length <= maxCustomerLength, `Use at most ${maxCustomerLength} characters.`)
    .transform((name) => name?.trim() ?? null),
  /** Confirms that another client may have the same name, so that the accounting program combines them. */
  isShared: z.boolean('Choose yes or no.').default(false),
})
export type BooksCustomerInput = z.infer<typeof BooksCustomerInput>

export const BooksCustomer = z.object({
  /** Of the client folder. */
  id: Id,
  clientFolderName: z.string(),
  /** Null for the name of the client folder. */
  name: z.string().nullable(),
  /** The name that exports contain. */
  customer: z.string(),
  /** Whether another client has the same name. */
  isShared: z.boolean(),
  ...versioned,
})
export type BooksCustomer = z.infer<typeof BooksCustomer>

/** Throws 400 for another client’s customer name, unless sharing it was confirmed. @param other the folder of that client */
export function assertOwnCustomer(other: string | null, isShared: boolean): void {
  if (other === null || isShared) return
  throw invalid(
    'name',
    `“${other}” already has this customer name, and your accounting program would combine both. Enter another name, or confirm that they share it.`,
  )
}

/** Lines without a rate card that can have an item of their own. */
export const BooksLineKind = z.enum(['discount', 'credit'])
export type BooksLineKind = z.infer<typeof BooksLineKind>

/** With constant ids, so that they are listed with the rate cards. */
export const booksLineKinds: Record<BooksLineKind, { id: string; name: string }> = {
  discount: { id: '00000000-0000-7000-8000-000000000001', name: 'Discounts (negative lines)' },
  credit: { id: '00000000-0000-7000-8000-000000000002', name: 'Credit notes without lines' },
}

const itemNames = {
  /** The item in QuickBooks. */
  item: optionalAccountName,
  /** In IIF; QuickBooks Online has the account with the item. */
  incomeAccount: optionalAccountName,
  xeroAccountCode: optionalAccountName,
  xeroItemCode,
}

/** Null for the names of all other lines. */
export const BooksItemInput = z.strictObject(itemNames)
export type BooksItemInput = z.infer<typeof BooksItemInput>

export const BooksItemNames = z.object({
  /** Of the rate card, or of the kind. */
  id: Id,
  item: z.string().nullable(),
  incomeAccount: z.string().nullable(),
  xeroAccountCode: z.string().nullable(),
  xeroItemCode: z.string().nullable(),
})
export type BooksItemNames = z.infer<typeof BooksItemNames>

export const BooksItem = BooksItemNames.extend({
  /** Of the service, or of the kind. */
  name: z.string(),
  /** Null for a rate card. */
  kind: BooksLineKind.nullable(),
  /** False for an inactive rate card. */
  isActive: z.boolean(),
  ...versioned,
})
export type BooksItem = z.infer<typeof BooksItem>

/** The account and item names of an export. */
export interface BooksNames {
  mapping: BooksMapping
  items: readonly BooksItemNames[]
}

export interface BookedLine {
  isRetainer: boolean
  /** The rate card that the line bills. */
  serviceRateId?: string | undefined
  kind: BooksLineKind | null
}

/** How a line is booked. Retainers have one item; the names of a rate card come before those of a kind. */
export function lineNames({ mapping, items }: BooksNames, { isRetainer, serviceRateId, kind }: BookedLine) {
  if (isRetainer)
    return {
      item: mapping.retainerItem ?? '',
      incomeAccount: mapping.retainerAccount ?? '',
      xeroAccountCode: mapping.xeroRetainerCode ?? '',
      xeroItemCode: mapping.xeroRetainerItemCode,
    }
  const id = serviceRateId ?? (kind === null ? undefined : booksLineKinds[kind].id)
  const own = items.find((each) => each.id === id)
  return {
    item: own?.item ?? mapping.item,
    incomeAccount: own?.incomeAccount ?? mapping.incomeAccount,
    xeroAccountCode: own?.xeroAccountCode ?? mapping.xeroAccountCode,
    xeroItemCode: own?.xeroItemCode ?? mapping.xeroItemCode,
  }
}

/** The names that a month was closed with. What was missing then, because it had no retainers, is that of today. */
export const closedNames = (closed: BooksNames, { mapping }: BooksNames): BooksNames => ({
  items: closed.items,
  mapping: {
    ...closed.mapping,
    retainerAccount: closed.mapping.retainerAccount ?? mapping.retainerAccount,
    retainerItem: closed.mapping.retainerItem ?? mapping.retainerItem,
    xeroRetainerCode: closed.mapping.xeroRetainerCode ?? mapping.xeroRetainerCode,
  },
})
