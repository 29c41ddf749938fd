// What a merge would do: what moves, who gets or loses access, and what prevents it. The merge itself reads the same.
import sql, { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { notFoundAsInvalid } from '../../domain/errors.ts'
import {
  assertCanMergeFolders,
  type FolderMergePreview,
  MergeFacts,
  type MergeLine,
  mergeObstacles,
  MergePerson,
} from '../../domain/folder-merge.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { isWorkedInBy } from './folder-staff.ts'
import { hasHandbook, isKnownDeadline, staysInMerge } from './merge-rows.ts'
import { movedTables } from './merge-tables.ts'
import { folderFor } from './queries.ts'

export interface FoldersToMerge {
  folder: ClientFolder
  into: ClientFolder
}

/** Throws 404 for an unknown duplicate, 400 for an unknown folder to merge it into. */
export async function foldersToMerge(
  reader: Reader,
  actor: Actor,
  id: string,
  intoId: string,
): Promise<FoldersToMerge> {
  const folder = await folderFor(reader, actor, id)
  const into = await folderFor(reader, actor, intoId).catch(
    notFoundAsInvalid('intoId', 'Choose a folder that you can see.'),
  )
  return { folder, into }
}

export async function folderMergePreview(
  reader: Reader,
  actor: Actor,
  id: string,
  intoId: string,
): Promise<FolderMergePreview> {
  const { folder, into } = await foldersToMerge(reader, actor, id, intoId)
  assertCanMergeFolders(folder, into, actor)
  const client = { name: into.clientName, email: into.clientEmail ?? '', rights: null }
  return {
    intoName: into.name,
    clientEmail: folder.clientEmail,
    intoClientEmail: into.clientEmail,
    hasSameClient: folder.clientId === into.clientId,
    moves: await movedLines(reader, id, intoId),
    stays: await stayingLines(reader, id, intoId),
    people: await mergePeople(reader, id, intoId),
    readers: [
      ...(into.clientId === null ? [] : [client]),
      ...into.contacts.map(({ name, email, money, documents, messages, sign }) => ({
        name,
        email,
        rights: { money, documents, messages, sign },
      })),
    ],
    obstacles: mergeObstacles(await mergeFacts(reader, id, intoId)),
  }
}

const LineRow = z.object({ what: z.string(), count: z.number() })

async function movedLines(reader: Reader, id: string, intoId: string): Promise<MergeLine[]> {
  const counts = movedTables.flatMap(({ table, what, counted = sql`true` }) =>
    what === undefined
      ? []
      : [
          sql`select ${what}::text as what, count(*)::int as count from ${raw(table)} t
            where t.client_folder_id = ${id} and ${counted} and not ${staysInMerge(table, intoId)}`,
        ],
  )
  const requests = sql`
    select 'Service requests' as what, count(*)::int as count from service_requests where existing_folder_id = ${id}`
  const lines = await reader.rows(typed(LineRow)`${join([...counts, requests], ' union all ')}`)
  return lines.filter(({ count }) => count > 0)
}

const StayingRow = z.object({ deadlines: z.number(), handbooks: z.number() })

async function stayingLines(reader: Reader, id: string, intoId: string): Promise<FolderMergePreview['stays']> {
  const { deadlines, handbooks } = await reader.one(typed(StayingRow)`
    select (select count(*)::int from deadlines t where t.client_folder_id = ${id} and ${isKnownDeadline(intoId)}) as deadlines,
      (select count(*)::int from handbooks t where t.client_folder_id = ${id} and ${hasHandbook(intoId)}) as handbooks`)
  const lines = [
    { what: 'Deadlines', count: deadlines, why: 'The other folder has the same standard deadlines.' },
    { what: 'Handbooks', count: handbooks, why: 'The other folder has a handbook.' },
  ]
  return lines.filter(({ count }) => count > 0)
}

/** Everyone who sees the duplicate, except administrators, bookkeepers, and those who cover for someone. */
export const mergePeople = (reader: Reader, id: string, intoId: string): Promise<MergePerson[]> =>
  reader.rows(typed(MergePerson)`
    with person as (
      select distinct on (entry.user_id) entry.* from (
        select 1 as place, 'client' as role, d.client_id as user_id, null::text as name, null::text as email, null::jsonb as rights
        from client_folders d where d.id = ${id} and d.client_id is not null
        union all
        select 2, 'contact', c.user_id, c.name, c.email,
          jsonb_build_object('money', c.money, 'documents', c.documents, 'messages', c.messages, 'sign', c.sign)
        from folder_contacts c where c.client_folder_id = ${id}
        union all
        select 3, 'lead', d.assigned_staff_id, null, null, null from client_folders d where d.id = ${id}
        union all
        select 4, 'member', m.user_id, null, null, null from folder_members m where m.client_folder_id = ${id}
        union all
        select 5, 'creator', d.created_by_id, null, null, null from client_folders d where d.id = ${id} and d.creator_has_access
      ) entry order by entry.user_id, entry.place
    )
    select p.user_id as "userId", coalesce(p.name, person_name(u.first_name, u.last_name)) as name,
      case when lower(p.email) = lower(u.email) then p.email else u.email end as email, p.role, p.rights,
      case when u.role = 'staff' then ${isWorkedInBy(sql`u.id`)}
        else f.client_id is not distinct from u.id or exists (
          select from folder_contacts there where there.client_folder_id = f.id and there.user_id = u.id) end as "hasAccess"
    from person p join users u on u.id = p.user_id join client_folders f on f.id = ${intoId}
    where u.is_active and u.role in ('client', 'staff') and (p.place <= 2) = (u.role = 'client')
      and (u.role = 'client' or u.staff_access <> 'bookkeeper')
    order by p.place, lower(coalesce(p.name, u.email))`)

export const mergeFacts = (reader: Reader, id: string, intoId: string): Promise<MergeFacts> =>
  reader.one(typed(MergeFacts)`
    select (select count(*)::int from proposals where client_folder_id = ${id}) as proposals,
      (select count(*)::int from contracts where client_folder_id = ${id}) as contracts,
      (select count(*)::int from invoices where client_folder_id = ${id}) as invoices,
      (select count(*)::int from credit_notes where client_folder_id = ${id}) as "creditNotes",
      (select count(*)::int from invoice_plans where client_folder_id = ${id}) as "invoicePlans",
      (select count(distinct entity_id)::int from signatures
        where client_folder_id = ${id} and entity_type = 'documents') as "signedDocuments",
      (select count(*)::int from client_prices where client_folder_id = ${id}) as "clientPrices",
      (select count(distinct entity_id)::int from signers
        where client_folder_id = ${id} and entity_type = 'documents' and status = 'pending') as "pendingDocuments",
      (select count(*)::int from handbook_versions where client_folder_id = ${id} and ${hasHandbook(intoId)}) as "handbookVersions",
      (select count(*)::int from legal_holds where client_folder_id = ${id} and released_at is null) as "legalHolds",
      (select count(*)::int from folder_access_requests where client_folder_id = ${id} and status = 'pending') as "accessRequests",
      (select count(*)::int from bulk_action_items i join bulk_actions b on b.id = i.bulk_action_id and b.status = 'running'
          where i.client_folder_id = ${id} and i.status = 'pending')
        + (select count(*)::int from document_imports m where m.status = 'running' and (m.client_folder_id = ${id} or exists (
            select from document_import_rows r
            where r.document_import_id = m.id and r.client_folder_id = ${id} and r.status = 'pending'))) as "runningActions",
      (select count(*)::int from folder_exports where client_folder_id = ${id} and status = 'waiting') as "runningExports"`)
