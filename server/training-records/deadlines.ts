// The deadlines of an employee that training records complete and set. The latest record of a training counts, once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { repeatedAfter } from '../../domain/deadline.ts'
import { officeDate } from '../../domain/time.ts'
import { trainingNamed } from '../../domain/training-record.ts'
import { insertDeadline } from '../deadlines/actions.ts'
import { bundledObligations } from '../deadlines/obligations.ts'
import type { Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { hasNewer, isNewer, isSameTraining } from './queries.ts'

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

const SettlingRow = z.object({
  id: z.string(),
  clientFolderId: z.string(),
  employeeId: z.string(),
  training: z.string(),
  completedOn: z.string(),
  validUntil: z.string().nullable(),
  completedId: z.string().nullable(),
  nextId: z.string().nullable(),
  isVoid: z.boolean(),
})
type SettlingRecord = z.infer<typeof SettlingRow>

const columns = sql`
  r.id, r.client_folder_id as "clientFolderId", r.employee_id as "employeeId", r.training, r.completed_on as "completedOn",
  r.valid_until as "validUntil", r.completed_deadline_id as "completedId", r.next_deadline_id as "nextId",
  r.voided_at is not null as "isVoid"`

/**
 * Lets the latest record of a training complete the open deadline and set the next one, unless it did so or has expired.
 * The employee's trainings are locked.
 * @param only nothing happens unless this record is the latest
 */
export async function settleTraining(tx: Tx, employeeId: string, training: string, only?: string): Promise<void> {
  const latest = await tx.maybe(typed(SettlingRow)`
    select ${columns} from training_records r
    where r.employee_id = ${employeeId} and r.voided_at is null and ${isSameTraining(sql`r.training`, sql`${training}`)}
    order by r.completed_on desc, r.id limit 1`)
  if (latest === null || (only !== undefined && latest.id !== only)) return
  if (latest.completedId === null && latest.nextId === null) await settle(tx, latest)
}

async function settle(tx: Tx, record: SettlingRecord): Promise<void> {
  if (record.validUntil !== null && record.validUntil < officeDate(tx.now)) return
  const completed = await completeDeadline(tx, record)
  const nextId = await setNextDeadline(tx, record, completed)
  await tx.run(sql`
    update training_records set completed_deadline_id = ${completed?.id ?? null}, next_deadline_id = ${nextId}
    where id = ${record.id}`)
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
async function completeDeadline(tx: Tx, record: SettlingRecord): Promise<OpenDeadline | null> {
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
async function setNextDeadline(tx: Tx, record: SettlingRecord, completed: OpenDeadline | null): Promise<string | null> {
  const { clientFolderId, employeeId, training, completedOn, validUntil } = record
  const repeatMonths = completed?.repeatMonths ?? null
  const repeated =
    completed === null || repeatMonths === null ? null : repeatedAfter(completed.dueDate, repeatMonths, completedOn)
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

const CoveredRow = SettlingRow.pick({ clientFolderId: true, completedId: true, completedOn: true })

/**
 * The record if a newer one counts, both before and after it is corrected, and no other valid record of its training is
 * newer than it before and older after, or the other way around.
 */
const coveredRecord = (tx: Tx, recordId: string, { training, completedOn }: Corrected) =>
  tx.maybe(typed(CoveredRow)`
    select r.client_folder_id as "clientFolderId", r.completed_deadline_id as "completedId", r.completed_on as "completedOn"
    from training_records r
    where r.id = ${recordId} and ${hasNewer} and ${isSameTraining(sql`r.training`, sql`${training}`)} and not exists (
      select from training_records other
      where other.employee_id = r.employee_id and other.id <> r.id and other.voided_at is null
        and ${isSameTraining(sql`other.training`, sql`r.training`)} and ${isNewer(sql`other`, sql`r`)}
          <> (other.completed_on > ${completedOn}::date or other.completed_on = ${completedOn}::date and other.id < r.id))`)

type Corrected = Pick<SettlingRecord, 'training' | 'completedOn'>

/**
 * Undoes what the record did with deadlines, before it is voided or corrected: nothing if newer records cover it before
 * and after, apart from the day on which it completed its deadline. The records since the valid one before it, void ones
 * included, are undone as well, and the valid ones are settled again without it. Returns whether the record had deadlines.
 * The employee's trainings are locked.
 * @param after what the record is corrected to
 */
export async function undoDeadlines(tx: Tx, recordId: string, after: Corrected): Promise<boolean> {
  const covered = await coveredRecord(tx, recordId, after)
  if (covered !== null) {
    await moveCompletion(tx, recordId, covered, after.completedOn)
    return false
  }
  const records = await tx.rows(typed(SettlingRow)`
    select ${columns} from training_records r join training_records undone on undone.id = ${recordId}
    where r.employee_id = undone.employee_id and ${isSameTraining(sql`r.training`, sql`undone.training`)}
      and (r.completed_deadline_id is not null or r.next_deadline_id is not null)
      and not exists (
        select from training_records older where older.employee_id = r.employee_id and older.id <> undone.id and older.voided_at is null
          and ${isSameTraining(sql`older.training`, sql`undone.training`)}
          and ${isNewer(sql`undone`, sql`older`)} and not ${isNewer(sql`r`, sql`older`)})
    order by r.completed_on desc, r.id`)
  if (!records.some(({ id }) => id === recordId)) return false
  for (const record of records) await undo(tx, record)
  for (const record of records.toReversed()) if (record.id !== recordId && !record.isVoid) await settle(tx, record)
  return true
}

/** Opens the deadline that the record completed, and deletes the one that it set if that is still open. */
async function undo(tx: Tx, { id, clientFolderId, completedId, completedOn, nextId }: SettlingRecord): Promise<void> {
  await tx.run(sql`update training_records set completed_deadline_id = null, next_deadline_id = null where id = ${id}`)
  if (nextId !== null) {
    const open = sql`(select id from deadlines where id = ${nextId} and completed_on is null)`
    await tx.run(sql`delete from deadline_reminders where deadline_id in ${open}`)
    // Another record completed it, and someone opened it again.
    await tx.run(sql`update training_records set completed_deadline_id = null where completed_deadline_id in ${open}`)
    await tx.run(sql`delete from deadlines where id in ${open}`)
    tx.publish({ type: 'deadlines', id: nextId, clientFolderId })
  }
  if (completedId === null) return
  const reopened = await tx.maybe(typed(IdRow)`
    update deadlines set completed_on = null, version = version + 1, updated_at = ${tx.now}
    where id = ${completedId} and completed_on = ${completedOn}::date returning id`)
  if (reopened !== null)
    tx.record(
      { action: 'deadline.reopened', id: completedId, clientFolderId, details: { trainingRecordId: id } },
      { type: 'deadlines', id: completedId, clientFolderId },
    )
}

/** The deadline that the record completed was completed on its corrected day. */
async function moveCompletion(
  tx: Tx,
  recordId: string,
  { clientFolderId, completedId, completedOn }: z.infer<typeof CoveredRow>,
  day: string,
): Promise<void> {
  if (completedId === null || day === completedOn) return
  const moved = await tx.maybe(typed(IdRow)`
    update deadlines set completed_on = ${day}, version = version + 1, updated_at = ${tx.now}
    where id = ${completedId} and completed_on = ${completedOn}::date returning id`)
  if (moved !== null)
    tx.record(
      {
        action: 'deadline.completed',
        id: completedId,
        clientFolderId,
        details: { trainingRecordId: recordId, before: completedOn, after: day },
      },
      { type: 'deadlines', id: completedId, clientFolderId },
    )
}
