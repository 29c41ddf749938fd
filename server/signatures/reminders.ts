// Reminds signers on the client's side whose turn it is, with one email per person and folder. The reminder is stored with
// the email while the rows are locked, so that another instance or a repeated run doesn't send it again.
import sql from 'sql-template-tag'
import { z } from 'zod'
import {
  reminderWindow,
  signatureReminderDue,
  signatureSteps,
  signatureStepsSent,
} from '../../domain/signature-reminder.ts'
import { daysBetween, officeDate } from '../../domain/time.ts'
import { unsafeFolder, visibleFolders } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { signaturesDue } from './emails.ts'
import { SignedNoun } from './queries.ts'
import { awaitedItem, maySign, rightFor } from './signer-queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-signature-reminders' }

/** Signatures `s` of things `item` with the signer `who`. */
const tables = sql`
  signers s join client_folders f on f.id = s.client_folder_id join users who on who.id = coalesce(s.user_id, f.client_id)
  join lateral (${awaitedItem}) item on true`

/** Those of the client's side whose turn has come. */
const isAwaited = sql`s.side = 'client' and s.status = 'pending' and s.turn_at is not null and ${maySign}`

const turnDay = sql`(s.turn_at at time zone 'America/New_York')::date`

const SignatureFollowUp = FolderFollowUpRow.extend({
  noun: SignedNoun,
  userId: z.string(),
  signBy: z.string().nullable(),
  sentOn: z.string(),
  remindedOn: z.string().nullable(),
})

export const signatureFollowUps = folderSource({
  kind: 'signatures',
  part: 'documents',
  visible: (actor) => sql`case s.entity_type when 'contracts' then ${visibleFolders(actor, rightFor.contracts)}
    else ${visibleFolders(actor, rightFor.documents)} end`,
  row: SignatureFollowUp,
  columns: sql`
    s.entity_id as id, item.name as title, s.entity_type as noun, who.id as "userId", item.sign_by as "signBy", ${turnDay} as "sentOn",
    s.reminded_on as "remindedOn"`,
  person: sql`coalesce(person_name(who.first_name, who.last_name), who.email)`,
  from: tables,
  where(through, today) {
    const { turnFrom, turnTo, dueFrom, dueTo } = reminderWindow(today, through)
    return sql`${isAwaited} and ${turnDay} <= ${turnTo}::date
      and (${turnDay} >= ${turnFrom}::date or item.sign_by between ${dueFrom}::date and ${dueTo}::date)`
  },
  order: sql`f.id, who.id, s.entity_id`,
  plan(row) {
    const steps = signatureSteps(row)
    return { steps, sent: signatureStepsSent(steps, row.remindedOn) }
  },
  link: ({ id, noun, clientFolderId }) =>
    noun === 'contracts' ? `/contracts/${id}` : `/client-folders/${clientFolderId}?tab=documents&panel=documents/${id}`,
})

interface Person {
  clientFolderId: string
  userId: string
}

/** Sends due reminders, on office days. After an outage only the latest reminder is sent. */
export async function sendSignatureReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  const due = await dueFollowUps(db, signatureFollowUps)
  const people = new Map(
    due.map(({ clientFolderId, userId }) => [`${clientFolderId} ${userId}`, { clientFolderId, userId }]),
  )
  for (const person of people.values()) await db.transaction(origin, (tx) => remind(tx, person, today))
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

async function remind(tx: Tx, { clientFolderId, userId }: Person, today: string) {
  // Locked before reading, so that a signature given at the same time is visible.
  await tx.rows(sql`
    select id from signers where client_folder_id = ${clientFolderId} and status = 'pending' order by id for update`)
  const waiting = await tx.rows(typed(Item)`
    select s.id as "signerId", s.entity_type as noun, s.entity_id as id, item.name, item.sign_by as "signBy",
      ${turnDay} as "sentOn", s.reminded_on as "remindedOn"
    from ${tables} where ${isAwaited} and f.id = ${clientFolderId} and who.id = ${userId} order by s.entity_id`)
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
