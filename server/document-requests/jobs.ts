// Reminds clients of requested documents, with one email per folder however many requests are due. The reminder is
// stored with the email while the requests are locked, so that a second instance or a repeated run finds it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { documentReminderDays, documentRemindersDue } from '../../domain/document-request-reminder.ts'
import { stepsAround } from '../../domain/follow-up.ts'
import { reminderKind } from '../../domain/invoice-reminder.ts'
import { ContactRights } from '../../domain/client-folder.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { recipientOf } from '../client-folders/emails.ts'
import { contactsOf } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, inFolder, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { documentsDue } from './emails.ts'
import { typed } from '../kit/row-types.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-document-reminders' }

const [first] = documentReminderDays
const last = documentReminderDays.at(-1) as number

const RequestFollowUp = FolderFollowUpRow.extend({
  dueDate: z.string(),
  requestedOn: z.string(),
  sent: z.array(z.string()),
})

export const documentFollowUps = folderSource({
  kind: 'document-requests',
  part: 'documents',
  row: RequestFollowUp,
  columns: sql`
    x.id, x.title, x.due_date as "dueDate", (x.created_at at time zone 'America/New_York')::date as "requestedOn",
    array(select kind from document_request_reminders reminder where reminder.document_request_id = x.id) as sent`,
  from: inFolder(sql`document_requests`),
  where: (through) => sql`
    x.status = 'pending' and x.due_date <= ${daysAfter(through, -first)}::date and client.is_active and not exists (
      select from document_request_reminders reminder where reminder.document_request_id = x.id and reminder.kind = ${reminderKind(last)})`,
  plan: ({ dueDate, requestedOn, sent }) => ({
    steps: stepsAround(documentReminderDays, dueDate, requestedOn, { to: 'client' }),
    sent,
  }),
  link: ({ clientFolderId }) => `/client-folders/${clientFolderId}?tab=requests`,
})

/** Sends due reminders, on office days. After an outage only the latest reminder of a request is sent. */
export async function sendDocumentReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  const folders = new Set((await dueFollowUps(db, documentFollowUps)).map(({ clientFolderId }) => clientFolderId))
  for (const id of folders) await db.transaction(origin, (tx) => remind(tx, id, today))
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
