// Follows up on messages of clients without a reply: the consultant who leads the folder is reminded after 20 hours, and
// administrators after 24. Stored while the thread is locked, so that each is sent once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { maxDelayDays, replySteps } from '../../domain/follow-up.ts'
import { daysAfter } from '../../domain/time.ts'
import { teamOf } from '../client-folders/emails.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import {
  dueFollowUps,
  FolderFollowUpRow,
  folderSource,
  inFolder,
  isTimeForReminders,
  noteFollowUp,
  sentSteps,
} from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { activeAdministrators } from '../users/queries.ts'
import { replyAwaited } from './emails.ts'
import { previewLength } from '../../domain/unanswered-thread.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-message-reminders' }

const MessageFollowUp = FolderFollowUpRow.extend({ since: z.date(), sent: z.array(z.string()) })

export const messageFollowUps = folderSource({
  kind: 'messages',
  part: 'messages',
  row: MessageFollowUp,
  columns: sql`
    x.message_id as id, left(last.content, ${previewLength}) as title, x.since, ${sentSteps('messages', sql`x.message_id`)}`,
  from: sql`${inFolder(sql`unanswered_threads`)} join messages last on last.id = x.last_message_id`,
  where: (through, today) => sql`
    x.dismissed_at is null and x.since between ${daysAfter(today, -maxDelayDays - 2)}::date and ${daysAfter(through, 1)}::date`,
  order: sql`x.message_id`,
  plan: ({ since, sent }) => ({ steps: replySteps(since, 'lead'), sent }),
  link: ({ clientFolderId }) => `/client-folders/${clientFolderId}?tab=messages#messages`,
})

export async function sendMessageReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  for (const { clientFolderId } of await dueFollowUps(db, messageFollowUps))
    await db.transaction(origin, (tx) => remind(tx, clientFolderId))
}

async function remind(tx: Tx, clientFolderId: string) {
  // Locked before reading, so that a reply sent at the same time is visible.
  await tx.maybe(sql`select from unanswered_threads where client_folder_id = ${clientFolderId} for update`)
  const [due] = await dueFollowUps(tx, messageFollowUps, sql`f.id = ${clientFolderId}`)
  if (due === undefined) return
  const folder = await unsafeFolder(tx, clientFolderId)
  const { to } = due.step
  const isForLead = to === 'lead' || due.missed.length > 0
  const covering = { ...folder, colleagues: folder.colleagues.filter(({ isMember }) => !isMember) }
  const people = [
    ...(isForLead ? teamOf(covering, 'messages') : []),
    ...(to === 'administrators' ? await activeAdministrators(tx) : []),
  ]
  const unique = [...new Map(people.map((each) => [each.userId, each])).values()]
  const hours = Math.floor((tx.now.getTime() - due.since.getTime()) / 3_600_000)
  const email = replyAwaited(unique, folder, hours)
  if (email === null) return
  await noteFollowUp(tx, 'messages', due)
  tx.record(
    { action: 'thread.reminded', id: null, clientFolderId, details: { step: due.step.name } },
    { type: 'messages', id: null, clientFolderId, teamOnly: true },
  )
  tx.mail(email)
}
