// Reminds signers on the client's side whose turn it is, with one email per person and folder. The reminder is stored with
// the email while the rows are locked, so that a second instance or a repeated run finds it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { isReminderHour } from '../../domain/invoice-reminder.ts'
import { maxReminderAgeDays, signatureReminderDays, signatureReminderDue } from '../../domain/signature-reminder.ts'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { signaturesDue } from './emails.ts'
import { SignedNoun } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-signature-reminders' }

const [first] = signatureReminderDays
const last = signatureReminderDays.at(-1) as number

/** Signatures whose turn it is, of things `item` that await them, with the signer `who` and the day since when. */
const awaited = sql`
  signers s join client_folders f on f.id = s.client_folder_id join users who on who.id = coalesce(s.user_id, f.client_id)
  join lateral (
    select c.contract_number as name, c.sign_by from contracts c where c.id = s.entity_id and c.status = 'draft'
    union all
    select d.original_name, d.sign_by from documents d
    where d.id = s.entity_id and d.requires_signature and not d.is_signed and d.declined_at is null and d.withdrawn_at is null
      and d.scan not in ('waiting', 'infected')
  ) item on true
  where s.side = 'client' and s.status = 'pending' and who.is_active
    and (who.id = f.client_id or exists (
      select from folder_contacts contact where contact.client_folder_id = f.id and contact.user_id = who.id and contact.sign
        and case s.entity_type when 'contracts' then contact.money else contact.documents end))`

const turnDay = sql`(s.turn_at at time zone 'America/New_York')::date`

const Person = z.object({ clientFolderId: z.string(), userId: z.string() })

/** Sends due reminders, in office hours. After an outage only the latest reminder is sent. */
export async function sendSignatureReminders(db: Database): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const people = await db.rows(typed(Person)`
    select distinct f.id as "clientFolderId", who.id as "userId" from ${awaited}
      and ${turnDay} between ${daysAfter(today, -maxReminderAgeDays)}::date and ${daysAfter(today, -first)}::date
      and s.reminded_days is distinct from ${last} and not f.reminders_paused and f.status <> 'archived'
    order by 1, 2`)
  for (const person of people) await db.transaction(origin, (tx) => remind(tx, person, today))
}

const Item = z.object({
  signerId: z.string(),
  noun: SignedNoun,
  id: z.string(),
  name: z.string(),
  signBy: z.string().nullable(),
  sentOn: z.string(),
  reminded: z.number().nullable(),
})

async function remind(tx: Tx, { clientFolderId, userId }: z.infer<typeof Person>, today: string) {
  // Locked before reading, so that a signature given at the same time is visible.
  await tx.rows(sql`
    select id from signers where client_folder_id = ${clientFolderId} and status = 'pending' order by id for update`)
  const waiting = await tx.rows(typed(Item)`
    select s.id as "signerId", s.entity_type as noun, s.entity_id as id, item.name, item.sign_by as "signBy",
      ${turnDay} as "sentOn", s.reminded_days as reminded
    from ${awaited} and f.id = ${clientFolderId} and who.id = ${userId}
      and ${turnDay} >= ${daysAfter(today, -maxReminderAgeDays)}::date order by s.entity_id`)
  const due = waiting.flatMap((item) => {
    const days = signatureReminderDue(item.sentOn, today, item.reminded)
    return days === null ? [] : [{ ...item, days }]
  })
  const folder = await unsafeFolder(tx, clientFolderId)
  const signBy = due.flatMap((item) => item.signBy ?? []).toSorted()[0] ?? null
  const email = signaturesDue(folder, userId, due, signBy)
  if (email === null) return
  for (const { signerId, noun, id, days } of due) {
    await tx.run(sql`update signers set reminded_days = ${days} where id = ${signerId}`)
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
