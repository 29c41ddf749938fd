// Reminds a folder's consultant, and the client where the document says so, of documents that expire: 60, 30, and 7
// days before, and on the day. Each side gets one email per folder, however many documents expire. Each reminder is
// stored while the documents are locked, so that it is sent once.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { expirationReminderDays, expiringDays, lateReminderDays } from '../../domain/document-expiration.ts'
import { stepsAround } from '../../domain/follow-up.ts'
import { dueAmong, reminderKind } from '../../domain/invoice-reminder.ts'
import { daysAfter, daysBetween, officeDate } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { documentsExpire } from './emails.ts'
import { isListed, remindsClient } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-expiration-reminders' }

/** Whether a reminder of document `d` may be due in a period. */
const isExpiring = (today: string, through = today): Sql => sql`${isListed(sql`d`)}
  and d.expires_on between ${daysAfter(today, -lateReminderDays)}::date and ${daysAfter(through, expiringDays)}::date
  and d.expiration_reminded_days is distinct from 0`

const setOn = sql`(d.expiration_set_at at time zone 'America/New_York')::date as "setOn"`

const ExpirationFollowUp = FolderFollowUpRow.extend({
  expiresOn: z.string(),
  setOn: z.string(),
  reminded: z.number().nullable(),
  remindsClient: z.boolean(),
})

export const expirationFollowUps = folderSource({
  kind: 'documents',
  part: 'documents',
  row: ExpirationFollowUp,
  columns: sql`
    d.id, d.original_name as title, d.expires_on as "expiresOn", ${setOn}, d.expiration_reminded_days as reminded,
    ${remindsClient} as "remindsClient"`,
  from: sql`documents d join users giver on giver.id = d.uploaded_by_id join client_folders f on f.id = d.client_folder_id`,
  // A paused folder has no reminders of its documents at all, also none to the team.
  where: (through, today) => sql`${isExpiring(today, through)} and (${remindsClient} or not f.reminders_paused)`,
  order: sql`d.id`,
  plan: ({ expiresOn, setOn: from, reminded, remindsClient: isForBoth }) => ({
    steps: stepsAround(expirationReminderDays, expiresOn, from, {
      to: isForBoth ? 'client-and-team' : 'team',
      until: daysAfter(expiresOn, lateReminderDays),
    }),
    sent: expirationReminderDays.filter((days) => reminded !== null && reminded <= -days).map(reminderKind),
  }),
  link: ({ id, clientFolderId }) => `/client-folders/${clientFolderId}?tab=documents&panel=documents/${id}`,
})

/** On office days. After an outage only the latest reminder of a document is sent. */
export async function sendExpirationReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  const folders = new Set((await dueFollowUps(db, expirationFollowUps)).map(({ clientFolderId }) => clientFolderId))
  for (const id of folders) await db.transaction(origin, (tx) => remind(tx, id, today))
}

const ExpiringRow = z.object({
  id: z.string(),
  originalName: z.string(),
  expiresOn: z.string(),
  setOn: z.string(),
  reminded: z.number().nullable(),
  remindsClient: z.boolean(),
})

async function remind(tx: Tx, clientFolderId: string, today: string) {
  const expiring = await tx.rows(typed(ExpiringRow)`
    select d.id, d.original_name as "originalName", d.expires_on as "expiresOn",
      ${setOn}, d.expiration_reminded_days as reminded,
      ${remindsClient} as "remindsClient"
    from documents d join users giver on giver.id = d.uploaded_by_id
    where d.client_folder_id = ${clientFolderId} and ${isExpiring(today)} order by d.expires_on, d.id for update of d`)
  const reminders = expiring.flatMap((document) => {
    const latest = dueAmong(expirationReminderDays, document.expiresOn, document.setOn, today).at(-1)
    if (latest === undefined || (document.reminded !== null && document.reminded <= -latest)) return []
    return [{ ...document, latest, days: daysBetween(today, document.expiresOn) }]
  })
  if (reminders.length === 0) return
  for (const { id, latest, days } of reminders) {
    await tx.run(sql`update documents set expiration_reminded_days = ${-latest} where id = ${id}`)
    tx.record(
      { action: 'document.expiration-reminded', id, clientFolderId, details: { days } },
      { type: 'documents', id, clientFolderId, teamOnly: true },
    )
  }
  const folder = await unsafeFolder(tx, clientFolderId)
  const ofClient = reminders.filter((each) => each.remindsClient)
  for (const [side, documents] of [['team', reminders] as const, ['client', ofClient] as const]) {
    const email = documents.length === 0 ? null : documentsExpire(folder, side, documents)
    if (email !== null) tx.mail(email)
  }
}
