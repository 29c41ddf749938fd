// The end of every write: the trail, who should look again, and the letters, in the transaction that caused them.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { partOf, rightsNeeded } from '../../domain/folder-contact.ts'
import { newId } from './id.ts'
import type { Finish, Tx } from './db.ts'
import type { Live } from './live.ts'
import type { Post } from './mail.ts'

/** Where a write comes from: the person, the address and the request; for jobs nobody, 'job' and the job's name. */
export interface Origin {
  actorId: string | null
  address: string
  requestId: string
  /** True when an edit came without If-Match; the trail says so. */
  unconditional?: boolean
  /** How many lines of the trail this call has left so far. */
  recorded?: number
}

/** One line of the trail. `details` holds ids, statuses and field names; never text that people wrote, never secrets. */
export interface Entry {
  action: string
  type: string
  id: string | null
  clientFolderId?: string | null
  details?: Record<string, unknown>
  /** For acts of somebody who is not signed in yet (a sign-in, an accepted invitation). */
  actorId?: string
}

/**
 * Something to read again, and who is told: everyone who may see the folder and this part of it (the client's side included unless
 * `teamOnly`), besides the roles and people named.
 */
export interface Look {
  type: string
  id: string | null
  clientFolderId?: string | null
  teamOnly?: boolean
  roles?: readonly string[]
  userIds?: readonly (string | null)[]
  /** For the people named alone; else administrators hear of everything. */
  isPrivate?: boolean
}

/** Who a letter goes to; `userId` is null for somebody without an account. */
export interface Addressee {
  email: string
  userId: string | null
  name: string | null
}

/**
 * A letter to one person: that something waits, and where. Never what it says (I5 of the trust page). It is a notice in the portal
 * as well, and there the person chooses which kinds come as letters; `about` says the kind (domain/notice.ts).
 */
export interface Letter {
  to: Addressee
  /** The same news to more people, each in a letter of their own, in other words where it is not theirs to act. */
  alsoTo?: readonly (Addressee & Partial<Pick<Letter, 'subject' | 'lines'>>)[]
  subject: string
  lines: string[]
  link: { label: string; path: string }
  /** What it is about, so that the same news is not sent over and over. */
  about: string
  /** A letter about a folder goes to nobody whose account is closed. */
  clientFolderId?: string | null
  /** No letter to somebody who has the folder open right now. */
  unlessLooking?: boolean
  /** No second letter about the same thing within this time, in minutes. */
  quietMinutes?: number
}

export function recorder(live: Live, post: Post): Finish {
  return {
    write(tx, { entries, looks, letters, last }) {
      tx.origin.recorded = (tx.origin.recorded ?? 0) + entries.length
      const events = looks.map((look) => ({ eventId: newId(), look }))
      // All in one statement: each of its own costs a write its time.
      const steps = last.map((statement, i) => sql`${raw(`change_${i}`)} as (${statement})`)
      if (entries.length > 0) steps.push(writeEntries(entries, tx))
      if (events.length > 0) steps.push(sql`look as (${writeLooks(events, tx.now)})`)
      const letter = letters.length === 0 ? null : post.queue(letters, tx)
      if (letter !== null) steps.push(...letter.steps)
      const statement = steps.length === 0 ? null : sql`with ${join(steps)} select ${letter?.end ?? sql``}`
      return { statement, told: [...events.map(({ eventId }) => eventId), ...(letter?.told ?? [])] }
    },
    tell: (eventIds) => live.tell(eventIds),
  }
}

/** The lines of the trail, as steps of a statement (`with …`). */
function writeEntries(entries: Entry[], { now, origin }: Tx): Sql {
  const rows = entries.map(({ action, type, id, clientFolderId = null, details = {}, actorId = origin.actorId }) => {
    const all = origin.unconditional ? { ...details, withoutVersion: true } : details
    return sql`(${newId()}::uuid, ${now}::timestamptz, ${actorId}::uuid, ${action}, ${type}, ${id}::uuid, ${clientFolderId}::uuid,
      ${origin.address}, ${origin.requestId}, ${JSON.stringify(all)}::jsonb)`
  })
  return sql`
    entry as (
      insert into audit_entries (id, at, actor_id, action, entity_type, entity_id, client_folder_id, address, request_id, details)
      values ${join(rows)} returning id
    ), pending as (
      insert into audit_pending (entry_id) select id from entry
    )`
}

/** Those who may see the folder are read from it as it is now, after the change. */
function writeLooks(looks: { eventId: string; look: Look }[], now: Date): Sql {
  const rows = looks.map(({ eventId, look }) => {
    const { type, id, clientFolderId = null, teamOnly = false } = look
    const userIds = (look.userIds ?? []).filter((userId) => userId !== null)
    const roles = look.isPrivate ? [] : [...(look.roles ?? []), 'admin', 'master-admin']
    const needed = rightsNeeded(partOf(type))
    return sql`(${eventId}::uuid, ${type}, ${id}::uuid, ${clientFolderId}::uuid, ${teamOnly}::boolean, ${userIds}::uuid[], ${roles}::text[],
      ${needed.includes('money')}::boolean, ${needed.includes('documents')}::boolean, ${needed.includes('messages')}::boolean)`
  })
  return sql`
    insert into live_events (id, at, type, entity_id, client_folder_id, user_ids, roles)
    select v.id, ${now}, v.type, v.entity_id, v.client_folder_id,
      v.user_ids || array_remove(array[f.assigned_staff_id, f.created_by_id, case when not v.team_only then f.client_id end], null)
        || array(select contact.user_id from folder_contacts contact join users u on u.id = contact.user_id and u.role = 'client'
          where contact.client_folder_id = f.id and not v.team_only and (contact.money or not v.money)
            and (contact.documents or not v.documents) and (contact.messages or not v.messages)),
      v.roles
    from (values ${join(rows)}) as v (id, type, entity_id, client_folder_id, team_only, user_ids, roles, money, documents, messages)
    left join client_folders f on f.id = v.client_folder_id`
}
