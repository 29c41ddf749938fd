// Reminds clients of contracts and documents that await their signature, with one email per folder. The reminder is
// stored with the email while the rows are locked, so that a second instance or a repeated run finds it.
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { isReminderHour } from '../../domain/invoice-reminder.ts'
import { maxReminderAgeDays, signatureReminderDays, signatureReminderDue } from '../../domain/signature-reminder.ts'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { signaturesDue } from './emails.ts'
import { SignedNoun } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-signature-reminders' }

const [first] = signatureReminderDays
const last = signatureReminderDays.at(-1) as number

/** What awaits a signature, since which day at the office. */
const awaited = sql`
  select 'contracts' as noun, c.id, c.contract_number as name, c.client_folder_id as folder_id,
    (c.created_at at time zone 'America/New_York')::date as sent_on, c.signature_reminded_days as reminded
  from contracts c where c.status = 'draft'
  union all
  select 'documents', d.id, d.original_name, d.client_folder_id,
    (coalesce(d.signature_requested_at, d.created_at) at time zone 'America/New_York')::date, d.signature_reminded_days
  from documents d where d.requires_signature and not d.is_signed and d.declined_at is null and d.withdrawn_at is null
    and d.scan not in ('waiting', 'infected')`

/** Sends due reminders, in office hours. After an outage only the latest reminder is sent. */
export async function sendSignatureReminders(db: Database): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const folders = await db.rows(typed(IdRow)`
    select distinct f.id
    from (${awaited}) item join client_folders f on f.id = item.folder_id join users client on client.id = f.client_id
    where item.sent_on between ${daysAfter(today, -maxReminderAgeDays)}::date and ${daysAfter(today, -first)}::date
      and item.reminded is distinct from ${last} and not f.reminders_paused and f.status <> 'archived' and client.is_active
    order by f.id`)
  for (const { id } of folders) await db.transaction(origin, (tx) => remind(tx, id, today))
}

const Item = z.object({
  noun: SignedNoun,
  id: z.string(),
  name: z.string(),
  sentOn: z.string(),
  reminded: z.number().nullable(),
})

async function remind(tx: Tx, clientFolderId: string, today: string) {
  // Locked before reading, so that a signature given at the same time is visible.
  await tx.rows(sql`
    select id from contracts where client_folder_id = ${clientFolderId} and status = 'draft' order by id for update`)
  await tx.rows(sql`
    select id from documents where client_folder_id = ${clientFolderId} and requires_signature and not is_signed
    order by id for update`)
  const waiting = await tx.rows(typed(Item)`
    select noun, id, name, sent_on as "sentOn", reminded from (${awaited}) item
    where folder_id = ${clientFolderId} and sent_on >= ${daysAfter(today, -maxReminderAgeDays)}::date order by id`)
  const due = waiting.flatMap((item) => {
    const days = signatureReminderDue(item.sentOn, today, item.reminded)
    return days === null ? [] : [{ ...item, days }]
  })
  const folder = await unsafeFolder(tx, clientFolderId)
  const email = signaturesDue(folder, due)
  if (email === null) return
  for (const { noun, id, days } of due) {
    await tx.run(sql`update ${raw(noun)} set signature_reminded_days = ${days} where id = ${id}`)
    tx.record(
      {
        action: noun === 'documents' ? 'document.signature-reminded' : 'contract.signature-reminded',
        id,
        clientFolderId,
        details: { days },
      },
      { type: noun, id, clientFolderId, teamOnly: true },
    )
  }
  tx.mail(email)
}
