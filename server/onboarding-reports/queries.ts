import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listOnboardingReports as endpoint } from '../../api/onboarding-reports.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { allowedActions, OnboardingReport, type OnboardingReportView } from '../../domain/onboarding-report.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columnsFor = (actor: Actor) => sql`
  r.id, r.client_folder_id as "clientFolderId", f.name as "clientFolderName", r.created_by_id as "createdById",
  person_name(creator.first_name, creator.last_name) as "createdByName", r.client_needs as "clientNeeds",
  r.recommended_services as "recommendedServices",
  (select coalesce(sum((line ->> 'totalCost')::bigint), 0)::bigint
    from jsonb_array_elements(r.recommended_services) line) as "recommendedTotal",
  r.timeline, r.risk_assessment as "riskAssessment", r.budget, r.status, iso(r.shared_at) as "sharedAt",
  (select p.id from proposals p
    where p.onboarding_report_id = r.id and p.status <> 'withdrawn' ${isClient(actor) ? sql`and p.sent_at is not null` : sql``}
    order by p.id desc limit 1) as "proposalId",
  r.version, iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

const tables = sql`
  onboarding_reports r join client_folders f on f.id = r.client_folder_id join users creator on creator.id = r.created_by_id`

/** Reports belong to folders; a client sees shared ones. */
const visibleTo = (actor: Actor): Sql =>
  isClient(actor) ? sql`${visibleFolders(actor)} and r.status = 'shared'` : visibleFolders(actor)

export const viewed = (
  report: OnboardingReport,
  actor: Actor,
  folder: Pick<ClientFolder, 'status'>,
): OnboardingReportView => ({ ...report, allowed: allowedActions(report, actor, folder.status !== 'archived') })

export async function listOnboardingReports(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<OnboardingReportView>> {
  const folder = await folderFor(reader, actor, clientFolderId)
  const rows = await reader.rows(typed(OnboardingReport)`
    select ${columnsFor(actor)} from ${tables}
    where r.client_folder_id = ${clientFolderId} and ${visibleTo(actor)}
      ${query.status ? sql`and r.status = ${query.status}` : sql``}
      ${pageOf(sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((report) => viewed(report, actor, folder)), next }
}

/**
 * A report that the actor may see, with its folder; throws 404 otherwise.
 * @param lock keeps the report unchanged and its folder active until the transaction ends
 */
export async function onboardingReportFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ report: OnboardingReport; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`onboarding_reports r`, sql`r`, id, visibleTo(actor))
  const report = await reader.maybe(typed(OnboardingReport)`
    select ${columnsFor(actor)} from ${tables} where r.id = ${id} and ${visibleTo(actor)}`)
  if (report === null) throw notFound()
  return { report, folder: await folderFor(reader, actor, report.clientFolderId) }
}
