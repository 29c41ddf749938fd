// Reminds clients of assignments two days before the due date and the day after it, with one email per folder. Stored
// while the assignments are locked, so that each reminder is sent once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { assignmentReminderDays } from '../../domain/assignment.ts'
import { maxDelayDays, stepsAround } from '../../domain/follow-up.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
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
import { assignmentsDue } from './emails.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-assignment-reminders' }

const [first] = assignmentReminderDays

const AssignmentFollowUp = FolderFollowUpRow.extend({
  dueDate: z.string(),
  assignedOn: z.string(),
  sent: z.array(z.string()),
})

export const assignmentFollowUps = folderSource({
  kind: 'assignments',
  part: 'documents',
  row: AssignmentFollowUp,
  columns: sql`
    x.id, x.title, x.due_date as "dueDate", (x.created_at at time zone 'America/New_York')::date as "assignedOn",
    ${sentSteps('assignments', sql`x.id`)}`,
  from: inFolder(sql`assignments`),
  where: (through, today) => sql`
    x.status in ('pending', 'in-progress') and client.is_active
    and x.due_date between ${daysAfter(today, -maxDelayDays)}::date and ${daysAfter(through, -first)}::date`,
  plan: ({ dueDate, assignedOn, sent }) => ({
    // A step names the due date, so that another date has its own reminders.
    steps: stepsAround(assignmentReminderDays, dueDate, assignedOn, {
      to: 'client',
      until: daysAfter(dueDate, maxDelayDays),
    }).map((step) => ({ ...step, name: `${step.name} ${dueDate}` })),
    sent,
  }),
  link: ({ id, clientFolderId }) => `/client-folders/${clientFolderId}?tab=assignments&assignment=${id}`,
})

export async function sendAssignmentReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const folders = new Set((await dueFollowUps(db, assignmentFollowUps)).map(({ clientFolderId }) => clientFolderId))
  for (const id of folders) await db.transaction(origin, (tx) => remind(tx, id))
}

async function remind(tx: Tx, clientFolderId: string) {
  // Locked before reading, so that one completed at the same time is visible.
  await tx.rows(sql`
    select id from assignments where client_folder_id = ${clientFolderId} and status in ('pending', 'in-progress') order by id for update`)
  const due = await dueFollowUps(tx, assignmentFollowUps, sql`f.id = ${clientFolderId}`)
  if (due.length === 0) return
  const folder = await unsafeFolder(tx, clientFolderId)
  const byDate = due.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
  const isLate = byDate.some(({ dueDate }) => dueDate < officeDate(tx.now))
  const email = assignmentsDue(
    folder,
    byDate.map(({ title }) => title),
    isLate,
  )
  if (email === null) return
  for (const each of due) {
    await noteFollowUp(tx, 'assignments', each)
    tx.record(
      { action: 'assignment.reminded', id: each.id, clientFolderId, details: { step: each.step.name } },
      { type: 'assignments', id: each.id, clientFolderId, teamOnly: true },
    )
  }
  tx.mail(email)
}
