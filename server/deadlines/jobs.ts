// Reminds both sides of a folder of its open deadlines: 30 and 7 days before, and the day after. Each side gets one
// email per folder, however many deadlines are due. Each reminder is stored while the deadlines are locked, so that it
// is sent once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { deadlineReminderDays } from '../../domain/deadline.ts'
import { stepsAround } from '../../domain/follow-up.ts'
import { dueAmong, reminderKind } from '../../domain/invoice-reminder.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, inFolder, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { deadlinesDue } from './emails.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-deadline-reminders' }

const last = deadlineReminderDays.at(-1) as number

const DeadlineFollowUp = FolderFollowUpRow.extend({
  dueDate: z.string(),
  addedOn: z.string(),
  sent: z.array(z.string()),
})

export const deadlineFollowUps = folderSource({
  kind: 'deadlines',
  part: 'documents',
  row: DeadlineFollowUp,
  columns: sql`
    x.id, concat_ws(', ', x.title, (select e.name from employees e where e.id = x.employee_id)) as title, x.due_date as "dueDate", (x.created_at at time zone 'America/New_York')::date as "addedOn",
    array(select kind from deadline_reminders reminder where reminder.deadline_id = x.id) as sent`,
  from: inFolder(sql`deadlines`),
  where: (through) => sql`
    x.completed_on is null and x.due_date <= ${daysAfter(through, 30)}::date
    and not exists (select from deadline_reminders reminder where reminder.deadline_id = x.id and reminder.kind = ${reminderKind(last)})`,
  plan: ({ dueDate, addedOn, sent }) => ({
    steps: stepsAround(deadlineReminderDays, dueDate, addedOn, { to: 'client-and-team' }),
    sent,
  }),
  link: ({ clientFolderId }) => `/client-folders/${clientFolderId}?tab=deadlines`,
})

export async function sendDeadlineReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  const folders = new Set((await dueFollowUps(db, deadlineFollowUps)).map(({ clientFolderId }) => clientFolderId))
  for (const id of folders) await db.transaction(origin, (tx) => remind(tx, id, today))
}

const DueRow = z.object({
  id: z.string(),
  title: z.string(),
  dueDate: z.string(),
  addedOn: z.string(),
  sentKinds: z.array(z.string()),
})

async function remind(tx: Tx, clientFolderId: string, today: string) {
  await tx.rows(sql`
    select id from deadlines where client_folder_id = ${clientFolderId} and completed_on is null order by id for update`)
  const open = await tx.rows(typed(DueRow)`
    select d.id, d.title, d.due_date as "dueDate", (d.created_at at time zone 'America/New_York')::date as "addedOn",
      array(select kind from deadline_reminders reminder where reminder.deadline_id = d.id) as "sentKinds"
    from deadlines d where d.client_folder_id = ${clientFolderId} and d.completed_on is null
      and d.due_date <= ${daysAfter(today, 30)}::date`)
  const reminders = open.flatMap((deadline) => {
    const due = dueAmong(deadlineReminderDays, deadline.dueDate, deadline.addedOn, today)
    const latest = due.at(-1)
    return latest === undefined || deadline.sentKinds.includes(reminderKind(latest)) ? [] : [{ deadline, due, latest }]
  })
  if (reminders.length === 0) return
  for (const { deadline, due, latest } of reminders) {
    for (const days of due)
      await tx.run(sql`
        insert into deadline_reminders (deadline_id, kind, at, sent)
        values (${deadline.id}, ${reminderKind(days)}, ${tx.now}, ${days === latest}) on conflict do nothing`)
    tx.record(
      { action: 'deadline.reminded', id: deadline.id, clientFolderId, details: { days: latest } },
      { type: 'deadlines', id: deadline.id, clientFolderId, teamOnly: true },
    )
  }
  const folder = await unsafeFolder(tx, clientFolderId)
  const byDate = reminders.map(({ deadline }) => deadline).toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
  const isLate = byDate.some(({ dueDate }) => dueDate < today)
  for (const side of ['client', 'team'] as const) {
    const email = deadlinesDue(folder, side, { titles: byDate.map(({ title }) => title), isLate })
    if (email !== null) tx.mail(email)
  }
}
