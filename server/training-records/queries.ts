import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listTrainingRecords as endpoint } from '../../api/training-records.ts'
import type { Actor } from '../../domain/actor.ts'
import { headCountOf } from '../../domain/audience.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { expiringDays } from '../../domain/document-expiration.ts'
import { notFound } from '../../domain/errors.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import {
  allowedForTrainingRecord,
  type TrainingNames,
  TrainingRecord,
  type TrainingRecordListView,
  type TrainingRecordView,
  trainingsOf,
} from '../../domain/training-record.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import { bundledObligations } from '../deadlines/obligations.ts'
import { guidePathOf } from '../deadlines/queries.ts'
import { isSharedWith } from '../documents/queries.ts'
import type { Database, Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, reversed, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  r.id, r.client_folder_id as "clientFolderId", r.employee_id as "employeeId", e.name as "employeeName", r.training, r.provider,
  r.completed_on as "completedOn", (r.quarter_hours / 4.0)::float8 as hours, r.valid_until as "validUntil",
  case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.original_name) end as certificate,
  person_name(recorder.first_name, recorder.last_name) as "recordedByName", iso(r.voided_at) as "voidedAt",
  r.void_reason as "voidReason", r.version, iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

const tablesFor = (actor: Actor) => sql`
  training_records r join client_folders f on f.id = r.client_folder_id join employees e on e.id = r.employee_id
  join users recorder on recorder.id = r.recorded_by_id
  left join documents d on d.id = r.document_id and d.withdrawn_at is null and ${isSharedWith(actor, sql`d`)}`

/** SQL condition: both are the same training, however the name is capitalized. */
export const isSameTraining = (a: Sql, b: Sql): Sql => sql`lower(btrim(${a})) = lower(btrim(${b}))`

/** SQL condition on two records. Of several on one day, the latest is the one that was recorded first. */
export const isNewer = (a: Sql, b: Sql): Sql => sql`
  (${a}.completed_on > ${b}.completed_on or ${a}.completed_on = ${b}.completed_on and ${a}.id < ${b}.id)`

/** SQL condition on record `r`: a valid one of its training is newer. */
export const hasNewer = sql`exists (
  select from training_records newer where newer.employee_id = r.employee_id and newer.voided_at is null
    and ${isSameTraining(sql`newer.training`, sql`r.training`)}
    and ${isNewer(sql`newer`, sql`r`)})`

const viewsOn = (today: string): Record<TrainingRecordListView, Sql> => ({
  expiring: sql`r.voided_at is null and r.valid_until <= ${daysAfter(today, expiringDays)}::date and not ${hasNewer}`,
  void: sql`r.voided_at is not null`,
})

const byCompletion: Order = { by: sql`r.completed_on`, type: 'date' }
const byEmployee: Order = { by: sql`lower(e.name)`, type: 'text' }

const orders: Record<z.output<(typeof endpoint)['query']>['order'], Order> = {
  newest: reversed(byCompletion),
  oldest: byCompletion,
  employee: byEmployee,
  'employee-desc': reversed(byEmployee),
  expires: { by: sql`coalesce(r.valid_until, 'infinity')`, type: 'date' },
}

export const viewed = (record: TrainingRecord, folder: Pick<ClientFolder, 'status'>): TrainingRecordView => ({
  ...record,
  allowed: allowedForTrainingRecord(record, isOpen(folder)),
})

const ListedRecord = TrainingRecord.extend({ place: Place })

export async function listTrainingRecords(
  db: Database,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<TrainingRecordView>> {
  const folder = await folderFor(db, actor, clientFolderId, { part: 'documents' })
  const { q, employeeId, training, view } = query
  const order = orders[query.order]
  const rows = await db.rows(typed(ListedRecord)`
    select ${columns}, ${placeIn(order)} from ${tablesFor(actor)}
    where r.client_folder_id = ${clientFolderId}
      ${employeeId ? sql`and r.employee_id = ${employeeId}` : sql``}
      ${training ? sql`and ${isSameTraining(sql`r.training`, sql`${training}`)}` : sql``}
      ${view ? sql`and ${viewsOn(officeDate(db.now))[view]}` : sql``}
      ${q ? sql`and (r.training || ' ' || e.name || ' ' || r.provider) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((record) => viewed(TrainingRecord.parse(record), folder)), next }
}

/** A training record of a folder that the actor may see; throws 404 otherwise. */
export async function trainingRecordFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ record: TrainingRecord; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'documents')
  if (lock) await lockInFolder(reader, sql`training_records r`, sql`r`, id, visible)
  const record = await reader.maybe(
    typed(TrainingRecord)`select ${columns} from ${tablesFor(actor)} where r.id = ${id} and ${visible}`,
  )
  if (record === null) throw notFound()
  return { record, folder: await folderFor(reader, actor, record.clientFolderId, { part: 'documents' }) }
}

const NameRow = z.object({ name: z.string() })

export async function trainingNames(reader: Reader, actor: Actor, clientFolderId: string): Promise<TrainingNames> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const known = trainingsOf(bundledObligations(), { headCount: headCountOf(folder), sector: folder.sector })
  const recorded = await reader.rows(typed(NameRow)`
    select min(btrim(training)) as name from training_records where client_folder_id = ${clientFolderId}
    group by lower(btrim(training)) order by lower(btrim(training)) limit 200`)
  return {
    suggested: known.map(({ slug, title }) => ({ name: title, guidePath: guidePathOf(slug) })),
    recorded: recorded.map(({ name }) => name),
  }
}
