// Who can see a folder, for its page.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { FolderAccess } from '../../domain/folder-access.ts'
import { assertCanManageContacts } from '../../domain/folder-contact.ts'
import type { Reader } from '../kit/db.ts'
import { currentCovers, folderStaff, isWorkedInBy } from './folder-staff.ts'
import { folderFor, visibleFolders } from './queries.ts'
import { typed } from '../kit/row-types.ts'

const PersonRow = FolderAccess.shape.people.element

const CountsRow = z.object({ administrators: z.number(), bookkeepers: z.number() })

const ClientChangeRow = FolderAccess.shape.clientChanges.element

const MergeRow = FolderAccess.shape.merges.element

export async function folderAccess(reader: Reader, actor: Actor, id: string): Promise<FolderAccess> {
  const folder = await folderFor(reader, actor, id, { part: 'folder' })
  assertCanManageContacts(folder, actor)
  const people = await reader.rows(typed(PersonRow)`
    with person as (
      select distinct array_position(array['lead', 'creator', 'member', 'cover'], s.role) as place, s.role, s.user_id,
        null::text as name, null::text as email, null::jsonb as rights,
        case s.role when 'member' then (select m.id from folder_members m
          where m.client_folder_id = s.client_folder_id and m.user_id = s.user_id) end as "memberId",
        case s.role when 'cover' then (select max(cover.ends_on) from ${currentCovers(reader.now)} cover
          where cover.colleague_id = s.user_id and exists (
            select from client_folders f where f.id = ${id} and ${isWorkedInBy(sql`cover.user_id`)})) end as "coversUntil"
      from ${folderStaff(reader.now)} s join users u on u.id = s.user_id join client_folders f on f.id = s.client_folder_id
      where s.client_folder_id = ${id} and (s.role = 'lead' or u.role = 'staff' and s.user_id <> f.assigned_staff_id)
      union all
      select 5, 'client', f.client_id, null, null, null, null, null from client_folders f
      where f.id = ${id} and f.client_id is not null
      union all
      select 6, 'contact', c.user_id, c.name, c.email,
        jsonb_build_object('money', c.money, 'documents', c.documents, 'messages', c.messages, 'sign', c.sign), null, null
      from folder_contacts c where c.client_folder_id = ${id}
    )
    select p.role, coalesce(p.name, person_name(u.first_name, u.last_name)) as name,
      case when lower(p.email) = lower(u.email) then p.email else u.email end as email, p.rights,
      p."memberId", case when u.role = 'staff' then u.staff_access end as "staffAccess", p."coversUntil"
    from person p join users u on u.id = p.user_id
    where u.is_active and (p.place < 5) = (u.role <> 'client') and (u.role <> 'staff' or u.staff_access <> 'bookkeeper')
    order by p.place, lower(coalesce(p.name, u.email))`)
  const counts = await reader.one(typed(CountsRow)`
    select (count(*) filter (where role in ('admin', 'master-admin')))::int as administrators,
      (count(*) filter (where role = 'staff' and staff_access = 'bookkeeper'))::int as bookkeepers
    from users where is_active and role <> 'client'`)
  const clientChanges = isClient(actor)
    ? []
    : await reader.rows(typed(ClientChangeRow)`
        select c.id, before.email as "from", after.email as "to", c.reason,
          person_name(changer.first_name, changer.last_name) as "changedByName", iso(c.created_at) as "createdAt"
        from client_changes c join users before on before.id = c.from_user_id left join users after on after.id = c.to_user_id
          join users changer on changer.id = c.changed_by_id
        where c.client_folder_id = ${id} order by c.id desc limit 50`)
  return { people, ...counts, clientChanges, merges: isClient(actor) ? [] : await mergesOf(reader, actor, id) }
}

const mergesOf = (reader: Reader, actor: Actor, id: string) =>
  reader.rows(typed(MergeRow)`
    select f.id as "clientFolderId", f.name, m.direction, m.reason, person_name(who.first_name, who.last_name) as "mergedByName",
      iso(m.merged_at) as "mergedAt"
    from (
      select id, 'from' as direction, merge_reason as reason, merged_by_id, merged_at from client_folders
      where merged_into_id = ${id}
      union all
      select merged_into_id, 'into', merge_reason, merged_by_id, merged_at from client_folders
      where id = ${id} and merged_into_id is not null
    ) m join client_folders f on f.id = m.id left join users who on who.id = m.merged_by_id
    where ${visibleFolders(actor, 'folder')} order by m.merged_at desc, f.id desc limit 50`)
