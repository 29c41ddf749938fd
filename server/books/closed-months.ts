// Closed months. Recording an entry takes the lock shared and closing a month takes it exclusively, so that no entry is
// committed into a month that is being closed. Names are changed under the same lock, because closing a month stores them.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  allowedBooksActions,
  assertCanCloseMonth,
  assertMonthIsOpen,
  type Books,
  type BooksMapping,
  ClosedMonth,
} from '../../domain/books.ts'
import { conflict, notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { advisoryLocks } from '../kit/advisory-lock.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { currentNames, mappingOf, storeCustomersOf } from './names.ts'

export async function readBooks(reader: Reader, actor: Actor): Promise<Books> {
  const months = await reader.rows(typed(ClosedMonth)`
    select m.id, to_char(m.month, 'YYYY-MM') as month, person_name(who.first_name, who.last_name) as "closedByName",
      iso(m.closed_at) as "closedAt", iso(m.reopened_at) as "reopenedAt", m.reopen_reason as "reopenReason"
    from closed_months m join users who on who.id = m.closed_by_id order by m.month desc, m.id desc limit 60`)
  return {
    months,
    ...(await mappingOf(reader)),
    hasRetainers: await hasRetainers(reader),
    allowed: allowedBooksActions(actor),
  }
}

/** Whether a retainer was ever billed, by an invoice that wasn't voided. */
export const hasRetainers = async (reader: Reader): Promise<boolean> =>
  (await reader.maybe(typed(IdRow)`
    select id from invoices where is_retainer and sent_at is not null and status <> 'void' limit 1`)) !== null

/** Throws 409 if the date is in a closed month; otherwise the month cannot be closed until the transaction ends. */
export async function assertEntryDateIsOpen(tx: Tx, date: string, path?: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.books})`)
  const closed = await tx.maybe(typed(IdRow)`
    select id from closed_months where month = date_trunc('month', ${date}::timestamp)::date and reopened_at is null`)
  assertMonthIsOpen(closed !== null, date, path)
}

export async function closeMonth(tx: Tx, actor: Actor, month: string): Promise<Books> {
  assertCanCloseMonth(actor, month, officeDate(tx.now))
  await tx.run(sql`select pg_advisory_xact_lock(${advisoryLocks.books})`)
  const closed = await tx.maybe(
    typed(IdRow)`select id from closed_months where month = ${`${month}-01`}::date and reopened_at is null`,
  )
  if (closed !== null) throw conflict('This month is already closed.')
  const id = newId()
  await tx.run(sql`
    insert into closed_months (id, month, closed_by_id, closed_at, names)
    values (${id}, ${`${month}-01`}, ${actor.id}, ${tx.now}, ${JSON.stringify(await currentNames(tx))}::jsonb)`)
  await storeCustomersOf(tx, id, month)
  tx.record({ action: 'books.month-closed', id, details: { month } }, { type: 'books', id })
  return readBooks(tx, actor)
}

const OpenedRow = z.object({ month: z.string(), isOpen: z.boolean() })

export async function reopenMonth(tx: Tx, actor: Actor, id: string, reason: string): Promise<Books> {
  const closed = await tx.maybe(typed(OpenedRow)`
    select to_char(month, 'YYYY-MM') as month, reopened_at is not null as "isOpen" from closed_months
    where id = ${id} for update`)
  if (closed === null) throw notFound()
  if (closed.isOpen) throw conflict('This month is already open.')
  await tx.run(sql`
    update closed_months set reopened_at = ${tx.now}, reopened_by_id = ${actor.id}, reopen_reason = ${reason} where id = ${id}`)
  tx.record({ action: 'books.month-reopened', id, details: { month: closed.month } }, { type: 'books', id })
  return readBooks(tx, actor)
}

export async function changeMapping(tx: Tx, actor: Actor, mapping: BooksMapping, ifMatch: IfMatch): Promise<Books> {
  await tx.run(sql`select pg_advisory_xact_lock(${advisoryLocks.books})`)
  const before = await mappingOf(tx)
  assertVersion(before, ifMatch)
  await tx.run(sql`
    insert into books_mapping (mapping) values (${JSON.stringify(mapping)}::jsonb)
    on conflict (id) do update set mapping = excluded.mapping, version = books_mapping.version + 1`)
  tx.record(
    { action: 'books.mapping-changed', id: null, details: { before: before.mapping, after: mapping } },
    { type: 'books', id: null },
  )
  return readBooks(tx, actor)
}
