// The deadlines of an employee that training records complete and set. The latest record of a training counts, once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { monthsAfter } from '../../domain/deadline.ts'
import { officeDate } from '../../domain/time.ts'
import { trainingNamed } from '../../domain/training-record.ts'
import { insertDeadline } from '../deadlines/actions.ts'
import { bundledObligations } from '../deadlines/obligations.ts'
import type { Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { hasNewer, isSameTraining } from './queries.ts'

/** SQL condition: deadline `d` is about this training. */
export const isDeadlineOf = (training: string) => sql`
  d.kind = 'training' and (${isSameTraining(sql`d.title`, sql`${training}`)}
    or d.obligation = ${trainingNamed(bundledObligations(), training)?.slug ?? null})`

/**
 * Locks the employee and their deadlines for trainings until the transaction ends, so that concurrent calls complete
 * and set each deadline once. The deadlines are locked in the same order as by their reminders.
 */
export async function lockTrainingsOf(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(sql`select id from employees where id = ${employeeId} for no key update`)
  await tx.rows(sql`
    select id from deadlines where employee_id = ${employeeId} and kind = 'training' order by id for update`)
}

const LatestRow = z.object({
  id: z.string(),
  clientFolderId: z.string(),
  employeeId: z.string(),
  training: z.string(),
  completedOn: z.string(),
  validUntil: z.string().nullable(),
  hasDeadlines: z.boolean(),
})
type Latest = z.infer<typeof LatestRow>

/**
 * Lets the latest record of a training complete the open deadline and set the next one, unless it did so or has expired.
 * The employee's trainings are locked.
 * @param only nothing happens unless this record is the latest
 */
export async function settleTraining(tx: Tx, employeeId: string, training: string, only?: string): Promise<void> {
  const latest = await tx.maybe(typed(LatestRow)`
    select id, client_folder_id as "clientFolderId", employee_id as "employeeId", training, completed_on as "completedOn",
      valid_until as "validUntil", completed_deadline_id is not null or next_deadline_id is not null as "hasDeadlines"
    from training_records
    where employee_id = ${employeeId} and voided_at is null and ${isSameTraining(sql`training`, sql`${training}`)}
    order by completed_on desc, id limit 1`)
  if (latest === null || latest.hasDeadlines || (only !== undefined && latest.id !== only)) return
  if (latest.validUntil !== null && latest.validUntil < officeDate(tx.now)) return
  const completed = await completeDeadline(tx, latest)
  const nextId = await setNextDeadline(tx, latest, completed)
  await tx.run(sql`
    update training_records set completed_deadline_id = ${completed?.id ?? null}, next_deadline_id = ${nextId}
    where id = ${latest.id}`)
}

const OpenRow = z.object({
  id: z.string(),
  obligation: z.string().nullable(),
  title: z.string(),
  dueDate: z.string(),
  repeatMonths: z.int().nullable(),
})
type OpenDeadline = z.infer<typeof OpenRow>

/** Completes the earliest one that is open. One on the last day of validity is the next one already. */
async function completeDeadline(tx: Tx, record: Latest): Promise<OpenDeadline | null> {
  const { employeeId, training, completedOn, validUntil, clientFolderId } = record
  const open = await tx.maybe(typed(OpenRow)`
    select d.id, d.obligation, d.title, d.due_date as "dueDate", d.repeat_months as "repeatMonths" from deadlines d
    where d.employee_id = ${employeeId} and d.completed_on is null and ${isDeadlineOf(training)}
      and d.due_date is distinct from ${validUntil}::date
    order by d.due_date, d.id limit 1`)
  if (open === null) return null
  const { id } = open
  // An earlier record completed it, and someone opened it again.
  await tx.run(sql`update training_records set completed_deadline_id = null where completed_deadline_id = ${id}`)
  await tx.run(sql`
    update deadlines set completed_on = ${completedOn}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    { action: 'deadline.completed', id, clientFolderId, details: { trainingRecordId: record.id } },
    { type: 'deadlines', id, clientFolderId },
  )
  return open
}

/** Returns the id of the new deadline; null without a date, or if there is one on that day. */
async function setNextDeadline(tx: Tx, record: Latest, completed: OpenDeadline | null): Promise<string | null> {
  const { clientFolderId, employeeId, training, validUntil } = record
  const repeatMonths = completed?.repeatMonths ?? null
  const repeated = completed === null || repeatMonths === null ? null : monthsAfter(completed.dueDate, repeatMonths)
  const dueDate = validUntil ?? repeated
  if (dueDate === null) return null
  const there = await tx.maybe(sql`
    select d.id from deadlines d
    where d.employee_id = ${employeeId} and ${isDeadlineOf(training)} and d.due_date = ${dueDate}::date`)
  if (there !== null) return null
  const known = trainingNamed(bundledObligations(), training)
  const id = await insertDeadline(tx, clientFolderId, {
    employeeId,
    obligation: completed === null ? (known?.slug ?? null) : completed.obligation,
    kind: 'training',
    title: completed?.title ?? known?.title ?? training,
    dueDate,
    repeatMonths,
  })
  if (id === null) return null
  tx.record(
    { action: 'deadline.created', id, clientFolderId, details: { trainingRecordId: record.id } },
    { type: 'deadlines', id, clientFolderId },
  )
  return id
}

const SetRow = z.object({
  clientFolderId: z.string(),
  completedId: z.string().nullable(),
  completedOn: z.string(),
  nextId: z.string().nullable(),
})

/**
 * Opens the deadline that the record completed, and deletes the one that it set if that is still open, unless a newer
 * record covers both. Returns whether there was one. The employee's trainings are locked.
 */
export async function undoDeadlines(tx: Tx, recordId: string): Promise<boolean> {
  const covered = await tx.maybe(sql`select r.id from training_records r where r.id = ${recordId} and ${hasNewer}`)
  if (covered !== null) return false
  const { clientFolderId, completedId, completedOn, nextId } = await tx.one(typed(SetRow)`
    select client_folder_id as "clientFolderId", completed_deadline_id as "completedId", completed_on as "completedOn",
      next_deadline_id as "nextId" from training_records where id = ${recordId}`)
  await tx.run(sql`
    update training_records set completed_deadline_id = null, next_deadline_id = null where id = ${recordId}`)
  if (nextId !== null) {
    const isOpen = sql`id = ${nextId} and completed_on is null`
    await tx.run(sql`
      delete from deadline_reminders where deadline_id in (select id from deadlines where ${isOpen})`)
    await tx.run(sql`delete from deadlines where ${isOpen}`)
    tx.publish({ type: 'deadlines', id: nextId, clientFolderId })
  }
  if (completedId !== null) {
    const reopened = await tx.maybe(typed(IdRow)`
      update deadlines set completed_on = null, version = version + 1, updated_at = ${tx.now}
      where id = ${completedId} and completed_on = ${completedOn}::date returning id`)
    if (reopened !== null)
      tx.record(
        { action: 'deadline.reopened', id: completedId, clientFolderId, details: { trainingRecordId: recordId } },
        { type: 'deadlines', id: completedId, clientFolderId },
      )
  }
  return completedId !== null || nextId !== null
}
