// Who may have written before: requests and folders with the email address or the business name of a request.
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { duplicateMonths, RequestDuplicate } from '../../domain/service-request.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { requestFor, visibleRequests } from './queries.ts'

const maxShown = 10

const withoutSpaces = (name: Sql): Sql => sql`replace(lower(${name}), ' ', '')`

export async function requestDuplicates(reader: DatedReader, actor: Actor, id: string): Promise<RequestDuplicate[]> {
  const request = await requestFor(reader, actor, id)
  const name = withoutSpaces(sql`${request.businessName}::text`)
  const person = sql`(select u.id from users u where lower(u.email) = lower(${request.email}::text) and u.role = 'client')`
  return reader.rows(typed(RequestDuplicate)`
    select type, id, name, "hasSameEmail", "hasSameName", status, "isMergeable", iso(created_at) as "createdAt"
    from (
      select 'service-requests' as type, r.id, r.business_name as name, lower(r.email) = lower(${request.email}::text) as "hasSameEmail",
        ${withoutSpaces(sql`r.business_name`)} = ${name} as "hasSameName", r.status,
        r.status = 'pending' or r.status = 'in-progress' and r.existing_folder_id is null
          and not exists (select from client_folders f where f.service_request_id = r.id) as "isMergeable",
        r.created_at
      from service_requests r
      where r.id <> ${id} and not r.is_suspected_spam and r.merged_into_id is null and ${visibleRequests(actor)}
        and (r.status in ('pending', 'in-progress')
          or r.created_at > ${reader.now}::timestamptz - make_interval(months => ${duplicateMonths}::int))
      union all
      select 'client-folders', f.id, f.name,
        coalesce(f.client_id = ${person}, false)
          or exists (select from folder_contacts contact where contact.client_folder_id = f.id and contact.user_id = ${person}),
        ${withoutSpaces(sql`f.name`)} = ${name} or coalesce(${withoutSpaces(sql`client.company`)} = ${name}, false),
        f.status, false, f.created_at
      from client_folders f left join users client on client.id = f.client_id
      where f.merged_at is null and f.service_request_id is distinct from ${id} and f.id is distinct from ${request.existingFolderId} and ${visibleFolders(actor, 'work')}
    ) found
    where "hasSameEmail" or "hasSameName"
    order by type, id desc limit ${maxShown}::int`)
}
