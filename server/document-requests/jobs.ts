// Reminds clients of requested documents, with one email per folder however many requests are due. The reminder is
// stored with the email while the requests are locked, so that a second instance or a repeated run finds it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { documentReminderDays, documentRemindersDue } from '../../domain/document-request-reminder.ts'
import { isReminderHour, reminderKind } from '../../domain/invoice-reminder.ts'
import { ContactRights } from '../../domain/client-folder.ts'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { recipientOf } from '../client-folders/emails.ts'
import { contactsOf } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { documentsDue } from './emails.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-document-reminders' }

const [first] = documentReminderDays
const last = documentReminderDays.at(-1) as number

/** Sends due reminders, in office hours. After an outage only the latest reminder of a request is sent. */
export async function sendDocumentReminders(db: Database): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const folders = await db.rows(typed(IdRow)`
    select distinct f.id
    from document_requests r join client_folders f on f.id = r.client_folder_id join users client on client.id = f.client_id
    where r.status = 'pending' and r.due_date <= ${daysAfter(today, -first)}::date
      and not f.reminders_paused and f.status <> 'archived' and client.is_active
      and not exists (
        select from document_request_reminders reminder where reminder.document_request_id = r.id and reminder.kind = ${reminderKind(last)})
    order by f.id`)
  for (const { id } of folders) await db.transaction(origin, (tx) => remind(tx, id, today))
}

const DueRequest = z.object({
  id: z.string(),
  title: z.string(),
  dueDate: z.string(),
  requestedOn: z.string(),
  email: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  sentKinds: z.array(z.string()),
  contacts: z.array(ContactRights),
})
type DueRequest = z.infer<typeof DueRequest>

async function remind(tx: Tx, clientFolderId: string, today: string) {
  // Locked before reading, so that a file arriving at the same time is visible.
  await tx.rows(sql`
    select id from document_requests where client_folder_id = ${clientFolderId} and status = 'pending' order by id for update`)
  const pending = await tx.rows(typed(DueRequest)`
    select r.id, r.title, r.due_date as "dueDate", (r.created_at at time zone 'America/New_York')::date as "requestedOn",
      client.email, client.id as "userId", person_name(client.first_name, client.last_name) as name,
      array(select kind from document_request_reminders reminder where reminder.document_request_id = r.id) as "sentKinds", ${contactsOf(sql`contact.documents`)}
    from document_requests r join client_folders f on f.id = r.client_folder_id join users client on client.id = f.client_id
    where f.id = ${clientFolderId} and r.status = 'pending' and r.due_date is not null and not f.reminders_paused`)
  const reminders = pending.flatMap((request) => {
    const due = documentRemindersDue(request.dueDate, request.requestedOn, today)
    const latest = due.at(-1)
    return latest === undefined || request.sentKinds.includes(reminderKind(latest)) ? [] : [{ request, due, latest }]
  })
  const [one] = reminders
  if (one === undefined) return
  for (const { request, due, latest } of reminders) {
    for (const days of due) await note(tx, request.id, days, days === latest)
    tx.record(
      {
        action: 'document-request.reminded',
        id: request.id,
        clientFolderId,
        details: { days: latest },
      },
      { type: 'document-requests', id: request.id, clientFolderId, teamOnly: true },
    )
  }
  const { email: address, userId, name, contacts } = one.request
  const isLate = reminders.some(({ request }) => request.dueDate < today)
  const titles = reminders.map(({ request }) => request.title)
  const email = documentsDue({ email: address, userId, name }, clientFolderId, isLate, titles)
  tx.mail({ ...email, alsoTo: contacts.map(recipientOf) })
}

const note = (tx: Tx, id: string, days: number, sent: boolean) =>
  tx.run(sql`
    insert into document_request_reminders (document_request_id, kind, at, sent)
    values (${id}, ${reminderKind(days)}, ${tx.now}, ${sent}) on conflict do nothing`)
