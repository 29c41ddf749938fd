// What happens to invoices with no one looking: a sent one becomes overdue, and an unpaid one is reminded of. Each happens once,
// however many instances run this and wherever one of them ends: the invoice is locked, and what was done is written with it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { ContactSeat } from '../../domain/client-folder.ts'
import { isReminderHour, type ReminderDays, reminderKind, remindersDue } from '../../domain/invoice-reminder.ts'
import { daysAfter, daysBetween, officeDate, officeHour } from '../../domain/time.ts'
import { addresseeOf } from '../client-folders/emails.ts'
import { contactsOf } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { reminder } from './emails.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const origin = (job: string) => ({ actorId: null, address: 'job', requestId: job })

/** Writes down which sent invoices are past their due date; they have read as overdue since midnight of the office. */
export async function markOverdueInvoices(db: Database): Promise<void> {
  const due = await db.rows(
    typed(IdRow)`select id from invoices where status = 'sent' and due_date < ${officeDate(db.now)}::date order by id`,
  )
  for (const { id } of due) await db.transaction(origin('mark-overdue-invoices'), (tx) => markOverdue(tx, id))
}

const ClientFolderIdRow = z.object({ clientFolderId: z.string() })

async function markOverdue(tx: Tx, id: string) {
  // The version stays: nothing changes for whoever has read it today.
  const marked = await tx.maybe(typed(ClientFolderIdRow)`
    update invoices set status = 'overdue', updated_at = ${tx.now}
    where id = ${id} and status = 'sent' and due_date < ${officeDate(tx.now)}::date returning client_folder_id as "clientFolderId"`)
  if (marked === null) return
  tx.record(
    { action: 'invoice.overdue', id, ...marked, details: { before: 'sent', after: 'overdue' } },
    { type: 'invoices', id, ...marked },
  )
}

/** Sends the reminders whose day has come, in office hours. After a pause only the latest of an invoice goes out. */
export async function sendInvoiceReminders(db: Database): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const owed = await db.rows(typed(IdRow)`
    select i.id from invoices i join client_folders f on f.id = i.client_folder_id join users client on client.id = f.client_id
    where i.status in ('sent', 'overdue') and i.due_date <= ${daysAfter(today, 3)}::date and i.total > i.amount_paid
      and not f.reminders_paused and f.status <> 'archived' and client.is_active
      and not exists (select from invoice_reminders r where r.invoice_id = i.id and r.kind = ${reminderKind(30)})
    order by i.id`)
  for (const { id } of owed) await db.transaction(origin('send-invoice-reminders'), (tx) => remind(tx, id, today))
}

const Owed = z.object({
  dueDate: z.string(),
  sentOn: z.string(),
  clientFolderId: z.string(),
  email: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  said: z.array(z.string()),
  contacts: z.array(ContactSeat),
})
type Owed = z.infer<typeof Owed>

async function remind(tx: Tx, id: string, today: string) {
  // Locked first, read then: a payment that is just being recorded is seen.
  await tx.maybe(sql`select id from invoices where id = ${id} for update`)
  const owed = await tx.maybe(typed(Owed)`
    select i.due_date as "dueDate", (i.sent_at at time zone 'America/New_York')::date as "sentOn", f.id as "clientFolderId",
      client.email, client.id as "userId", person_name(client.first_name, client.last_name) as name,
      array(select kind from invoice_reminders r where r.invoice_id = i.id) as said, ${contactsOf(sql`contact.money`)}
    from invoices i join client_folders f on f.id = i.client_folder_id join users client on client.id = f.client_id
    where i.id = ${id} and i.status in ('sent', 'overdue') and i.total > i.amount_paid and not f.reminders_paused`)
  if (owed === null) return
  const due = remindersDue(owed.dueDate, owed.sentOn, today)
  const latest = due.at(-1)
  if (latest === undefined || owed.said.includes(reminderKind(latest))) return
  for (const days of due) await note(tx, id, days, days === latest)
  const { clientFolderId, email, userId, name, contacts } = owed
  tx.record(
    { action: 'invoice.reminded', id, clientFolderId, details: { days: latest } },
    { type: 'invoices', id, clientFolderId, teamOnly: true },
  )
  const letter = reminder({ email, userId, name }, clientFolderId, id, daysBetween(today, owed.dueDate))
  tx.mail({ ...letter, alsoTo: contacts.map(addresseeOf) })
}

const note = (tx: Tx, id: string, days: ReminderDays, sent: boolean) =>
  tx.run(sql`
    insert into invoice_reminders (invoice_id, kind, at, sent) values (${id}, ${reminderKind(days)}, ${tx.now}, ${sent})
    on conflict do nothing`)
