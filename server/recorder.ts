// Writes what a transaction records, right before its commit: audit entries, live events, messages to webhooks, and emails.
import { auditEvents } from '../domain/audit-events.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import { folderRights, partOf, rightsNeeded, staffSees } from '../domain/folder-rights.ts'
import { seesPart, staffOfFolder } from './client-folders/folder-staff.ts'
import type { Mailer } from './emails/mailer.ts'
import type { Recorder } from './kit/db.ts'
import { newId } from './kit/id.ts'
import type { Live } from './kit/live.ts'
import type { UnitOfWork } from './kit/unit-of-work.ts'
import type { ChangeEvent } from './kit/record.ts'
import { rowsOf } from './kit/rows.ts'
import { addDeliveryJob, insertDeliveries } from './webhooks/queue.ts'

export function openRecorder(live: Live, mailer: Mailer): Recorder {
  return {
    async write(tx) {
      const { origin, entries, changes, emails, now } = tx
      origin.recorded = (origin.recorded ?? 0) + entries.length
      const events = changes.map((change) => ({ id: newId(), change }))
      const deliveries = insertDeliveries(entries, now)
      const parts = [
        ...(entries.length > 0 ? [insertEntries(tx)] : []),
        ...(events.length > 0 ? [insertLiveEvents(events, now)] : []),
        ...(deliveries === null ? [] : [deliveries]),
      ]
      const jobs =
        deliveries === null ? sql`` : sql`${addDeliveryJob(sql`webhook_id`, sql`id`, sql`${now}`)} from delivery`
      const [, notices] = await Promise.all([
        parts.length > 0 ? tx.run(sql`with ${join(parts)} select ${jobs}`) : null,
        emails.length > 0 ? mailer.queue(tx, emails) : [],
      ])
      return [...events.map(({ id }) => id), ...notices]
    },
    publish: (eventIds) => live.publish(eventIds),
  }
}

/** Part of a `with`. */
function insertEntries({ now, origin, entries }: UnitOfWork): Sql {
  const rows = entries.map(({ action, type, id, clientFolderId = null, details = {}, actorId = origin.actorId }) => ({
    id: newId(),
    at: now,
    actor_id: actorId,
    action,
    entity_type: auditEvents[action] ?? type,
    entity_id: id,
    client_folder_id: clientFolderId,
    address: origin.address,
    request_id: origin.requestId,
    details: origin.unconditional ? { ...details, withoutVersion: true } : details,
  }))
  return sql`
    entry as (
      insert into audit_entries (id, at, actor_id, action, entity_type, entity_id, client_folder_id, address, request_id, details)
      select r.* from ${rowsOf(
        `id uuid, at timestamptz, actor_id uuid, action text, entity_type text, entity_id uuid, client_folder_id uuid, address text,
          request_id text, details jsonb`,
        rows,
      )} returning id
    ), pending as (insert into audit_pending (entry_id) select id from entry)`
}

/** Part of a `with`. Reads who may see the folder after the change. */
function insertLiveEvents(events: { id: string; change: ChangeEvent }[], now: Date): Sql {
  const rows = events.map(({ id: eventId, change }) => {
    const { type, id, clientFolderId = null, teamOnly = false, part = partOf(type) } = change
    const needed = rightsNeeded(change.contactPart ?? part)
    return {
      id: eventId,
      type,
      entity_id: id,
      client_folder_id: clientFolderId,
      team_only: teamOnly,
      part,
      user_ids: (change.userIds ?? []).filter((userId) => userId !== null),
      roles: change.isPrivate ? [] : [...(change.roles ?? []), 'admin', 'master-admin'],
      ...Object.fromEntries(folderRights.map((right) => [right, needed.includes(right)])),
    }
  })
  const inFolders = rows.filter((row) => row.client_folder_id !== null)
  const people = peopleOfFolder(
    now,
    inFolders.some(({ part }) => staffSees('bookkeeper', part)),
  )
  return sql`
    event as (
    insert into live_events (id, at, type, entity_id, client_folder_id, user_ids, roles)
    select r.id, ${now}, r.type, r.entity_id, r.client_folder_id,
      r.user_ids ${inFolders.length > 0 ? sql`|| ${people}` : sql``},
      r.roles
    from ${rowsOf(
      `id uuid, type text, entity_id uuid, client_folder_id uuid, team_only boolean, part text, user_ids uuid[], roles text[], money boolean,
        documents boolean, messages boolean`,
      rows,
    )})`
}

/** Those who see the part of a row `r` of live events in its folder, besides administrators. */
const peopleOfFolder = (now: Date, withBookkeepers: boolean): Sql => sql`
  array(select u.id from client_folders f cross join lateral (
      select s.user_id, false as is_client from ${staffOfFolder(now)} s
      ${withBookkeepers ? sql`union all select b.id, false from users b where b.role = 'staff' and b.staff_access = 'bookkeeper'` : sql``}
      union all select f.client_id, true where not r.team_only
      union all select contact.user_id, true from folder_contacts contact
        where contact.client_folder_id = f.id and not r.team_only and (contact.money or not r.money)
          and (contact.documents or not r.documents) and (contact.messages or not r.messages)
    ) person join users u on u.id = person.user_id and (u.role = 'client') = person.is_client
    where f.id = r.client_folder_id and (u.role <> 'staff' or ${seesPart(sql`u.staff_access`, sql`r.part`)}))`
