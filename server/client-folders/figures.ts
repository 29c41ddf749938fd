import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { maySeeFolder } from '../../domain/client-folder.ts'
import { FolderCounts, type FolderFigures, FolderMoney } from '../../domain/folder-figures.ts'
import { officeDate } from '../../domain/time.ts'
import { isListedFor } from '../documents/queries.ts'
import { type DatedReader, statusOn, visibleInvoices } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { visibleProposals } from '../proposals/queries.ts'
import { folderFor } from './queries.ts'

/** The counts of a folder's tabs and its amounts, as far as the actor may see them. */
export async function folderFigures(reader: DatedReader, actor: Actor, id: string): Promise<FolderFigures> {
  const folder = await folderFor(reader, actor, id, { part: 'folder' })
  const sees = (part: 'money' | 'documents' | 'messages') => maySeeFolder(folder, actor, part)
  const countOf = (part: Parameters<typeof sees>[0], from: ReturnType<typeof sql>) =>
    sees(part) ? sql`(select count(*)::int from ${from})` : sql`null::int`
  const counts = await reader.one(typed(FolderCounts)`
    select
      ${countOf('documents', sql`assignments a where a.client_folder_id = ${id} and a.status not in ('completed', 'cancelled')`)} as assignments,
      ${countOf('documents', sql`documents d where d.client_folder_id = ${id} and ${isListedFor(actor, sql`d`)}`)} as documents,
      ${countOf('documents', sql`document_requests r where r.client_folder_id = ${id} and r.status in ('pending', 'submitted')`)} as requests,
      ${countOf('messages', sql`messages m where m.client_folder_id = ${id}`)} as messages,
      ${countOf('documents', sql`employees e where e.client_folder_id = ${id}`)} as employees,
      ${countOf('documents', sql`deadlines d where d.client_folder_id = ${id} and d.completed_on is null`)} as deadlines,
      ${countOf('money', sql`proposals p join client_folders f on f.id = p.client_folder_id where f.id = ${id} and ${visibleProposals(actor)}`)} as proposals,
      ${countOf('money', sql`contracts c where c.client_folder_id = ${id}`)} as contracts,
      ${countOf('money', sql`invoices i join client_folders f on f.id = i.client_folder_id where f.id = ${id} and ${visibleInvoices(actor)}`)} as invoices`)
  return { counts, money: sees('money') ? await moneyOf(reader, id) : null }
}

function moneyOf(reader: DatedReader, id: string): Promise<FolderMoney> {
  const today = officeDate(reader.now)
  const january = `${today.slice(0, 4)}-01-01`
  return reader.one(typed(FolderMoney)`
    select coalesce(sum(i.total - i.amount_paid), 0)::bigint as outstanding,
      coalesce(sum(i.total - i.amount_paid) filter (where ${statusOn(today)} = 'overdue'), 0)::bigint as overdue,
      (select coalesce(sum(p.amount), 0)::bigint from payments p
        where p.client_folder_id = ${id} and p.date >= ${january}::date and p.credit_note_id is null
          and p.method <> 'retainer') as "paidThisYear"
    from invoices i where i.client_folder_id = ${id} and i.status in ('sent', 'overdue')`)
}
