// Who a bulk action reaches: chosen folders, those of a filtered list, or those that a law update affects.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { type BulkRecipients, maxRecipients, type RecipientFilter } from '../../domain/bulk-action.ts'
import { invalid, notFound } from '../../domain/errors.ts'
import { isInView } from '../client-folders/folder-staff.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { affectedFolderIds } from '../law-changes/queries.ts'

const Recipient = z.object({ id: z.string(), name: z.string() })
type Recipient = z.infer<typeof Recipient>

/** By name. Throws 404 if the actor may not see a chosen folder, 400 if there are none or too many. */
export async function recipientsOf(reader: Reader, actor: Actor, recipients: BulkRecipients): Promise<Recipient[]> {
  if ('folderIds' in recipients) {
    const ids = [...new Set(recipients.folderIds)]
    const found = await foldersWhere(reader, sql`${visibleFolders(actor, 'work')} and f.id = any(${ids}::uuid[])`)
    if (found.length < ids.length) throw notFound()
    return found
  }
  const found = await foldersWhere(reader, await matching(reader, actor, recipients.filter))
  if (found.length === 0) throw invalid('recipients', 'No clients match. Change the filter.')
  if (found.length > maxRecipients)
    throw invalid('recipients', `More than ${maxRecipients.toLocaleString('en-US')} clients match. Narrow the filter.`)
  return found
}

const foldersWhere = (reader: Reader, condition: Sql): Promise<Recipient[]> =>
  reader.rows(typed(Recipient)`
    select f.id, f.name from client_folders f where ${condition}
    order by lower(f.name), f.id limit ${maxRecipients + 1}`)

const CountRow = z.object({ count: z.number() })

export const countRecipients = async (
  reader: Reader,
  actor: Actor,
  filter: RecipientFilter,
): Promise<{ count: number }> =>
  reader.one(typed(CountRow)`
    select count(*)::int as count from client_folders f where ${await matching(reader, actor, filter)}`)

/** The filters are those of the list of clients. Archived folders can't receive anything. */
async function matching(reader: Reader, actor: Actor, filter: RecipientFilter): Promise<Sql> {
  const { q, status, assignedStaffId, view, lawChangeId, includeMayApply = false } = filter
  const affected = lawChangeId && (await affectedFolderIds(reader, actor, lawChangeId, includeMayApply))
  return sql`${visibleFolders(actor, 'work')} and f.status <> 'archived'
    ${status ? sql`and f.status = ${status}` : sql``}
    ${assignedStaffId ? sql`and f.assigned_staff_id = ${assignedStaffId}` : sql``}
    ${view ? sql`and ${isInView(actor, view)}` : sql``}
    ${q ? sql`and (f.name || ' ' || f.services) ilike ${containing(q)}` : sql``}
    ${affected ? sql`and f.id = any(${affected}::uuid[])` : sql``}`
}
