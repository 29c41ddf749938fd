import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { Document, isTeamOnly } from '../../domain/document.ts'
import { invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import {
  assertCanAssignTraining,
  assertIsNotVoid,
  assertTrainingDates,
  type TrainingAssignment,
  type TrainingAssignmentResult,
  trainingNamed,
  type TrainingRecordChange,
  type TrainingRecordInput,
  type TrainingRecordView,
} from '../../domain/training-record.ts'
import { folderFor, folderToAddTo } from '../client-folders/queries.ts'
import { bundledObligations } from '../deadlines/obligations.ts'
import { isListedFor } from '../documents/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { isDeadlineOf, lockTrainingsOf, settleTraining, undoDeadlines } from './deadlines.ts'
import { trainingRecordFor, viewed } from './queries.ts'

export async function addTrainingRecord(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: TrainingRecordInput,
): Promise<TrainingRecordView> {
  assertNotArchived(await folderToAddTo(tx, actor, clientFolderId, 'documents'))
  assertTrainingDates(input, officeDate(tx.now))
  const { employeeId, training, provider, completedOn, hours, validUntil, documentId } = input
  const employee = await tx.maybe(
    sql`select id from employees where id = ${employeeId} and client_folder_id = ${clientFolderId}`,
  )
  if (employee === null) throw invalid('employeeId', 'Choose an employee of this folder.')
  await assertIsCertificate(tx, actor, clientFolderId, documentId)
  await lockTrainingsOf(tx, employeeId)
  const id = newId()
  await tx.run(sql`
    insert into training_records (id, client_folder_id, employee_id, training, provider, completed_on, quarter_hours,
      valid_until, document_id, recorded_by_id, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${employeeId}, ${training}, ${provider}, ${completedOn}, ${quartersIn(hours)},
      ${validUntil}, ${documentId}, ${actor.id}, ${tx.now}, ${tx.now})`)
  await settleTraining(tx, employeeId, training, id)
  tx.record({ action: 'training-record.added', id, clientFolderId }, { type: 'training-records', id, clientFolderId })
  return viewedAfter(tx, actor, id)
}

export async function changeTrainingRecord(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TrainingRecordChange,
  ifMatch: IfMatch,
): Promise<TrainingRecordView> {
  const { record, folder } = await recordToChange(tx, actor, id)
  assertVersion(record, ifMatch)
  assertIsNotVoid(record)
  assertTrainingDates(input, officeDate(tx.now))
  const { training, provider, completedOn, hours, validUntil, documentId } = input
  // Otherwise the one that was shown remains, and one that was withdrawn as well.
  const changesCertificate = documentId !== (record.certificate?.id ?? null)
  if (changesCertificate) await assertIsCertificate(tx, actor, folder.id, documentId)
  const movesDeadlines = (['training', 'completedOn', 'validUntil'] as const).some(
    (each) => input[each] !== record[each],
  )
  const undone = movesDeadlines && (await undoDeadlines(tx, id, input))
  await tx.run(sql`
    update training_records set training = ${training}, provider = ${provider}, completed_on = ${completedOn},
      quarter_hours = ${quartersIn(hours)}, valid_until = ${validUntil},
      ${changesCertificate ? sql`document_id = ${documentId},` : sql``} version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  if (undone) await settleTraining(tx, record.employeeId, record.training)
  if (movesDeadlines) await settleTraining(tx, record.employeeId, training, id)
  const changed = { ...record, documentId: record.certificate?.id ?? null }
  tx.record(
    {
      action: 'training-record.changed',
      id,
      clientFolderId: folder.id,
      details: {
        fields: Object.entries(input).flatMap(([key, value]) =>
          changed[key as keyof TrainingRecordChange] === value ? [] : [key],
        ),
      },
    },
    { type: 'training-records', id, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

export async function voidTrainingRecord(
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<TrainingRecordView> {
  const { record, folder } = await recordToChange(tx, actor, id)
  assertIsNotVoid(record)
  const undone = await undoDeadlines(tx, id, record)
  await tx.run(sql`
    update training_records set voided_at = ${tx.now}, voided_by_id = ${actor.id}, void_reason = ${reason},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  if (undone) await settleTraining(tx, record.employeeId, record.training)
  tx.record(
    { action: 'training-record.voided', id, clientFolderId: folder.id },
    { type: 'training-records', id, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

const AssigneeRow = z.object({ id: z.string(), name: z.string(), endDate: z.string().nullable() })

export async function assignTraining(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { training, dueDate, employeeIds }: TrainingAssignment,
): Promise<TrainingAssignmentResult> {
  // Locked, so that concurrent calls add each deadline once.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'documents' })
  assertNotArchived(folder)
  const today = officeDate(tx.now)
  const chosen = employeeIds === null ? null : [...new Set(employeeIds)]
  const employees = await tx.rows(typed(AssigneeRow)`
    select id, name, end_date as "endDate" from employees
    where client_folder_id = ${clientFolderId}
      and ${chosen === null ? sql`(end_date is null or end_date >= ${today}::date)` : sql`id = any(${chosen}::uuid[])`}
    order by id`)
  if (chosen !== null && employees.length < chosen.length)
    throw invalid('employeeIds', 'Choose employees of this folder.')
  assertCanAssignTraining({ dueDate }, employees, today)
  const known = trainingNamed(bundledObligations(), training)
  const created = await tx.rows(typed(IdRow)`
    insert into deadlines (id, client_folder_id, employee_id, obligation, kind, title, due_date, created_at, updated_at)
    select x.id, ${clientFolderId}::uuid, x.employee_id, ${known?.slug ?? null}::text, 'training', ${known?.title ?? training}::text,
      ${dueDate}::date, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from unnest(${employees.map(() => newId())}::uuid[], ${employees.map(({ id }) => id)}::uuid[]) as x (id, employee_id)
    where not exists (
      select from deadlines d where d.employee_id = x.employee_id and ${isDeadlineOf(training)}
        and (d.completed_on is null or d.due_date = ${dueDate}::date))
    on conflict do nothing returning id`)
  tx.record(
    { action: 'deadlines.training-assigned', id: clientFolderId, clientFolderId, details: { created: created.length } },
    { type: 'deadlines', id: null, clientFolderId },
    { type: 'employees', id: null, clientFolderId },
  )
  return { created: created.length, skipped: employees.length - created.length }
}

/** The employee is locked before the record, as when one is added. */
async function recordToChange(tx: Tx, actor: Actor, id: string) {
  const { record } = await trainingRecordFor(tx, actor, id)
  await folderToAddTo(tx, actor, record.clientFolderId, 'documents')
  await lockTrainingsOf(tx, record.employeeId)
  const found = await trainingRecordFor(tx, actor, id, { lock: true })
  assertNotArchived(found.folder)
  return found
}

const CertificateRow = Document.pick({ visibility: true })

/** Throws 400 for a document that is withdrawn, replaced, team-only, or of another folder. */
async function assertIsCertificate(tx: Tx, actor: Actor, clientFolderId: string, documentId: string | null) {
  if (documentId === null) return
  // Locked, so that it isn't withdrawn at the same time.
  const document = await tx.maybe(typed(CertificateRow)`
    select d.visibility from documents d
    where d.id = ${documentId} and d.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`d`)} for share`)
  if (document === null) throw invalid('documentId', 'Choose a document of this folder.')
  if (isTeamOnly(document))
    throw invalid(
      'documentId',
      'The client can’t see this team-only document. Share it with the client, or choose another.',
    )
}

const quartersIn = (hours: number | null) => (hours === null ? null : hours * 4)

async function viewedAfter(tx: Tx, actor: Actor, id: string): Promise<TrainingRecordView> {
  const { record, folder } = await trainingRecordFor(tx, actor, id)
  return viewed(record, folder)
}
