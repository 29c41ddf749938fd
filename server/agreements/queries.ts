import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { AgreementFigures } from '../../domain/agreement-figures.ts'
import { officeDate } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { type DatedReader, statusOn as invoiceStatusOn, visibleInvoices } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { statusOn as proposalStatusOn, visibleProposals } from '../proposals/queries.ts'

/** Totals of the lists that the actor may see, under the same visibility rules as the lists. */
export async function agreementFigures(
  reader: DatedReader,
  actor: Actor,
  clientFolderId: string | undefined,
): Promise<AgreementFigures> {
  const today = officeDate(reader.now)
  const inFolder = clientFolderId === undefined ? sql`` : sql`and f.id = ${clientFolderId}`
  return reader.one(typed(AgreementFigures)`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'count', s.count, 'sum', s.sum)), '[]') from (
        select ${proposalStatusOn(today)} as status, count(*)::int, coalesce(sum(p.total_cost), 0)::bigint as sum
        from proposals p join client_folders f on f.id = p.client_folder_id where ${visibleProposals(actor)} ${inFolder} group by 1) s
      ) as proposals,
      (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'count', s.count, 'sum', s.sum)), '[]') from (
        select c.status, count(*)::int, coalesce(sum(c.total_value), 0)::bigint as sum
        from contracts c join client_folders f on f.id = c.client_folder_id where ${visibleFolders(actor, 'money')} ${inFolder} group by 1) s
      ) as contracts,
      (select coalesce(jsonb_agg(jsonb_build_object('status', s.status, 'count', s.count, 'sum', s.sum)), '[]') from (
        select ${invoiceStatusOn(today)} as status, count(*)::int,
          coalesce(sum(case when i.status in ('sent', 'overdue') then i.total - i.amount_paid else i.total end), 0)::bigint as sum
        from invoices i join client_folders f on f.id = i.client_folder_id where ${visibleInvoices(actor)} ${inFolder} group by 1) s
      ) as invoices`)
}
