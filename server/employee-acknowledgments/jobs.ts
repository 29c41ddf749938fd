// Reminds employees who have not acknowledged the handbook 3, 7, and 14 days after it was sent. The count of reminders is
// stored while the row is locked, so that each is sent once; missed days are made up for with one email.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { acknowledgmentReminderDays } from '../../domain/employee-acknowledgment.ts'
import { Language } from '../../domain/language.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { FolderFollowUpRow, folderSource, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { handbookToAcknowledge } from './emails.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-acknowledgment-reminders' }

const tables = sql`
  employee_acknowledgments a join handbook_versions v on v.id = a.version_id join employees e on e.id = a.employee_id
  join client_folders f on f.id = a.client_folder_id`

const sentOn = sql`(a.sent_at at time zone 'America/New_York')::date as "sentOn"`

/** The latest versions only: an earlier one no longer needs to be acknowledged. */
const isAwaited = (today: string) => sql`
  a.acknowledged_at is null and a.reminders < ${acknowledgmentReminderDays.length}
  and (e.end_date is null or e.end_date >= ${today}::date) and v.document_id is not null
  and not exists (
    select from handbook_versions later where later.handbook_id = v.handbook_id and later.number > v.number)`

const HandbookFollowUp = FolderFollowUpRow.extend({
  sentOn: z.string(),
  endDate: z.string().nullable(),
  reminders: z.number(),
})

export const handbookFollowUps = folderSource({
  kind: 'handbooks',
  part: 'documents',
  row: HandbookFollowUp,
  columns: sql`a.id, (select h.title from handbooks h where h.id = v.handbook_id) as title, ${sentOn}, e.end_date as "endDate", a.reminders`,
  person: sql`e.name`,
  from: tables,
  where: (_through, today) => isAwaited(today),
  order: sql`a.id`,
  plan: ({ sentOn: from, endDate: until, reminders }) => ({
    steps: acknowledgmentReminderDays.map((days) => ({
      name: String(days),
      on: daysAfter(from, days),
      at: null,
      until,
      to: 'employee',
    })),
    sent: acknowledgmentReminderDays.slice(0, reminders).map(String),
  }),
  link: ({ clientFolderId }) => `/client-folders/${clientFolderId}?tab=employees`,
})

const DueRow = z.object({
  id: z.string(),
  handbookId: z.string(),
  clientFolderId: z.string(),
  email: z.string(),
  name: z.string(),
  language: Language,
  employer: z.string(),
  sentOn: z.string(),
  reminders: z.number(),
})

export async function sendAcknowledgmentReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  await db.transaction(origin, remind)
}

async function remind(tx: Tx) {
  const today = officeDate(tx.now)
  const pending = await tx.rows(typed(DueRow)`
    select a.id, v.handbook_id as "handbookId", a.client_folder_id as "clientFolderId", a.email, e.name, e.language,
      v.content ->> 'organization' as employer, ${sentOn}, a.reminders
    from ${tables} where ${isAwaited(today)} and not f.reminders_paused and f.status <> 'archived'
    order by a.id for update of a skip locked`)
  for (const { id, handbookId, clientFolderId, email, name, language, employer, sentOn, reminders } of pending) {
    const due = acknowledgmentReminderDays.filter((days) => daysAfter(sentOn, days) <= today).length
    if (due <= reminders) continue
    const token = newSecret()
    await tx.run(sql`
      update employee_acknowledgments set reminders = ${due}, token_hash = ${hashOf(token)}, last_sent_at = ${tx.now}
      where id = ${id}`)
    tx.mail(handbookToAcknowledge({ email, name, language }, employer, token, true))
    tx.record(
      { action: 'handbook.employee-reminded', id: handbookId, clientFolderId, details: { acknowledgmentId: id } },
      { type: 'handbooks', id: handbookId, clientFolderId },
    )
  }
}
