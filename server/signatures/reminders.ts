// Reminds signers on the client's side whose turn it is, with one email per person and folder. The reminder is stored with
// the email while the rows are locked, so that another instance or a repeated run doesn't send it again.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { isReminderHour } from '../../domain/invoice-reminder.ts'
import { reminderWindow, signatureReminderDue } from '../../domain/signature-reminder.ts'
import { daysBetween, officeDate, officeHour } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { signaturesDue } from './emails.ts'
import { SignedNoun } from './queries.ts'
import { awaitedItem, maySign } from './signer-queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-signature-reminders' }

/** Signatures of the client's side whose turn may have come, of things `item` that await them, with the signer `who`. */
const awaited = sql`
  signers s join client_folders f on f.id = s.client_folder_id join users who on who.id = coalesce(s.user_id, f.client_id)
  join lateral (${awaitedItem}) item on true
  where s.side = 'client' and s.status = 'pending' and ${maySign}`

const turnDay = sql`(s.turn_at at time zone 'America/New_York')::date`

const Person = z.object({ clientFolderId: z.string(), userId: z.string() })

/** Sends due reminders, in office hours. After an outage only the latest reminder is sent. */
export async function sendSignatureReminders(db: Database): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const { turnFrom, turnTo, dueFrom, dueTo } = reminderWindow(today)
  const people = await db.rows(typed(Person)`
    select distinct f.id as "clientFolderId", who.id as "userId" from ${awaited}
      and ${turnDay} <= ${turnTo}::date and s.reminded_on is distinct from ${today}::date
      and (${turnDay} >= ${turnFrom}::date or item.sign_by between ${dueFrom}::date and ${dueTo}::date) and not f.reminders_paused and f.status <> 'archived'
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
  remindedOn: z.string().nullable(),
})

async function remind(tx: Tx, { clientFolderId, userId }: z.infer<typeof Person>, today: string) {
  // Locked before reading, so that a signature given at the same time is visible.
  await tx.rows(sql`
    select id from signers where client_folder_id = ${clientFolderId} and status = 'pending' order by id for update`)
  const waiting = await tx.rows(typed(Item)`
    select s.id as "signerId", s.entity_type as noun, s.entity_id as id, item.name, item.sign_by as "signBy",
      ${turnDay} as "sentOn", s.reminded_on as "remindedOn"
    from ${awaited} and s.turn_at is not null and f.id = ${clientFolderId} and who.id = ${userId} order by s.entity_id`)
  const due = waiting.flatMap((item) => {
    const day = signatureReminderDue(item, today)
    return day === null ? [] : [{ ...item, days: daysBetween(item.sentOn, day) }]
  })
  const folder = await unsafeFolder(tx, clientFolderId)
  const signBy = due.flatMap((item) => item.signBy ?? []).toSorted()[0] ?? null
  const email = signaturesDue(folder, userId, due, signBy)
  if (email === null) return
  for (const { signerId, noun, id, days } of due) {
    await tx.run(sql`update signers set reminded_on = ${today} where id = ${signerId}`)
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
