// Invoice jobs: a sent invoice becomes overdue, and an unpaid one gets reminders. Each happens once, however many
// instances run this and wherever one of them crashes: the invoice is locked, and the result is written in the same
// transaction.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { ContactRights } from '../../domain/client-folder.ts'
import { stepsAround } from '../../domain/follow-up.ts'
import { type ReminderDays, reminderDays, reminderKind, remindersDue } from '../../domain/invoice-reminder.ts'
import { daysAfter, daysBetween, officeDate } from '../../domain/time.ts'
import { recipientOf } from '../client-folders/emails.ts'
import { contactsOf } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, inFolder, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { reminder } from './emails.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const origin = (job: string) => ({ actorId: null, address: 'job', requestId: job })

/**
 * Stores the overdue status of sent invoices past their due date; they have been shown as overdue since midnight in the
 * office.
 */
export async function markOverdueInvoices(db: Database): Promise<void> {
  const due = await db.rows(
    typed(IdRow)`select id from invoices where status = 'sent' and due_date < ${officeDate(db.now)}::date order by id`,
  )
  for (const { id } of due) await db.transaction(origin('mark-overdue-invoices'), (tx) => markOverdue(tx, id))
}

const ClientFolderIdRow = z.object({ clientFolderId: z.string() })

async function markOverdue(tx: Tx, id: string) {
  // The version is unchanged, because nothing changes for people who have read the invoice today.
  const marked = await tx.maybe(typed(ClientFolderIdRow)`
    update invoices set status = 'overdue', updated_at = ${tx.now}
    where id = ${id} and status = 'sent' and due_date < ${officeDate(tx.now)}::date returning client_folder_id as "clientFolderId"`)
  if (marked === null) return
  tx.record(
    { action: 'invoice.overdue', id, ...marked, details: { before: 'sent', after: 'overdue' } },
    { type: 'invoices', id, ...marked },
  )
}

const InvoiceFollowUp = FolderFollowUpRow.extend({
  dueDate: z.string(),
  sentOn: z.string(),
  sent: z.array(z.string()),
})

export const invoiceFollowUps = folderSource({
  kind: 'invoices',
  part: 'money',
  row: InvoiceFollowUp,
  columns: sql`
    x.id, x.invoice_number as title, x.due_date as "dueDate", (x.sent_at at time zone 'America/New_York')::date as "sentOn",
    array(select kind from invoice_reminders r where r.invoice_id = x.id) as sent`,
  from: inFolder(sql`invoices`),
  where: (through) => sql`
    x.status in ('sent', 'overdue') and x.due_date <= ${daysAfter(through, 3)}::date and x.total > x.amount_paid and client.is_active
    and not exists (select from invoice_reminders r where r.invoice_id = x.id and r.kind = ${reminderKind(30)})`,
  plan: ({ dueDate, sentOn, sent }) => ({ steps: stepsAround(reminderDays, dueDate, sentOn, { to: 'client' }), sent }),
  link: ({ id }) => `/invoices/${id}`,
})

/** Sends due reminders, on office days. After an outage only the latest reminder of an invoice is sent. */
export async function sendInvoiceReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  for (const { id } of await dueFollowUps(db, invoiceFollowUps))
    await db.transaction(origin('send-invoice-reminders'), (tx) => remind(tx, id, today))
}

const DueInvoice = z.object({
  invoiceNumber: z.string(),
  balance: z.number(),
  dueDate: z.string(),
  sentOn: z.string(),
  clientFolderId: z.string(),
  email: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  sentKinds: z.array(z.string()),
  contacts: z.array(ContactRights),
})
type DueInvoice = z.infer<typeof DueInvoice>

async function remind(tx: Tx, id: string, today: string) {
  // Locked before reading, so that a payment recorded at the same time is visible.
  await tx.maybe(sql`select id from invoices where id = ${id} for update`)
  const invoice = await tx.maybe(typed(DueInvoice)`
    select i.invoice_number as "invoiceNumber", i.total - i.amount_paid as balance, i.due_date as "dueDate", (i.sent_at at time zone 'America/New_York')::date as "sentOn", f.id as "clientFolderId",
      client.email, client.id as "userId", person_name(client.first_name, client.last_name) as name,
      array(select kind from invoice_reminders r where r.invoice_id = i.id) as "sentKinds", ${contactsOf(sql`contact.money`)}
    from invoices i join client_folders f on f.id = i.client_folder_id join users client on client.id = f.client_id
    where i.id = ${id} and i.status in ('sent', 'overdue') and i.total > i.amount_paid and not f.reminders_paused`)
  if (invoice === null) return
  const due = remindersDue(invoice.dueDate, invoice.sentOn, today)
  const latest = due.at(-1)
  if (latest === undefined || invoice.sentKinds.includes(reminderKind(latest))) return
  for (const days of due) await note(tx, id, days, days === latest)
  const { clientFolderId, email, userId, name, contacts } = invoice
  tx.record(
    { action: 'invoice.reminded', id, clientFolderId, details: { days: latest } },
    { type: 'invoices', id, clientFolderId, teamOnly: true },
  )
  const news = reminder(
    { email, userId, name },
    clientFolderId,
    { id, invoiceNumber: invoice.invoiceNumber, balance: invoice.balance },
    daysBetween(today, invoice.dueDate),
  )
  tx.mail({ ...news, alsoTo: contacts.map(recipientOf) })
}

const note = (tx: Tx, id: string, days: ReminderDays, sent: boolean) =>
  tx.run(sql`
    insert into invoice_reminders (invoice_id, kind, at, sent) values (${id}, ${reminderKind(days)}, ${tx.now}, ${sent})
    on conflict do nothing`)
