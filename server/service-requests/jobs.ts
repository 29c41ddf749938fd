// Follows up on pending requests: after 20 hours the person who holds one, or everyone who can accept it, is reminded, and
// administrators after the 24 hours that the public site promises. Stored while the requests are locked, so that each is
// sent once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { StaffAccess } from '../../domain/actor.ts'
import { maxDelayDays, replySteps } from '../../domain/follow-up.ts'
import { partsOfStaff } from '../../domain/folder-rights.ts'
import { folderStaff } from '../client-folders/folder-staff.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import {
  type Due,
  dueFollowUps,
  FollowUpRow,
  type FollowUpSource,
  isTimeForReminders,
  noteFollowUp,
  sentSteps,
} from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { activeAdministrators } from '../users/queries.ts'
import { requestsWaiting } from './emails.ts'
import { visibleRequests } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-request-reminders' }

const RequestFollowUp = FollowUpRow.extend({
  createdAt: z.date(),
  holderId: z.string().nullable(),
  /** The client folder that it is from; only those who work there see it. */
  existingFolderId: z.string().nullable(),
  sent: z.array(z.string()),
})
type RequestFollowUp = z.infer<typeof RequestFollowUp>

/** Accepting or canceling a request ends it. */
const isWaiting = sql`r.status = 'pending' and not r.is_suspected_spam`

export const requestFollowUps: FollowUpSource<RequestFollowUp> = {
  kind: 'service-requests',
  visible: visibleRequests,
  async read(reader, through, which) {
    const oldest = daysAfter(officeDate(reader.now), -maxDelayDays - 2)
    const rows = await reader.rows(typed(RequestFollowUp)`
      select r.id, r.business_name as title, person_name(holder.first_name, holder.last_name) as person, null::text as "clientName",
        null::text as "leadName", null::uuid as "clientFolderId", null::text as "folderName", null::int as "folderVersion",
        false as "isPaused", r.created_at as "createdAt", holder.id as "holderId", r.existing_folder_id as "existingFolderId", ${sentSteps('service-requests', sql`r.id`)}
      from service_requests r left join users holder on holder.id = r.assigned_staff_id and holder.is_active
      where ${isWaiting} and r.created_at between ${oldest}::date and ${daysAfter(through, 1)}::date and ${which} order by r.id`)
    return rows.map((row) => ({
      ...row,
      plan: {
        steps: replySteps(row.createdAt, row.holderId === null ? 'staff' : 'holder'),
        sent: row.sent,
        isPaused: false,
      },
      link: `/?tab=requests&open=${row.id}`,
    }))
  },
}

/** One email per person, however many requests are due. */
export async function sendRequestReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  if ((await dueFollowUps(db, requestFollowUps)).length > 0) await db.transaction(origin, remind)
}

async function remind(tx: Tx) {
  // Locked before reading, so that one accepted at the same time is visible.
  await tx.rows(sql`select r.id from service_requests r where ${isWaiting} order by r.id for update`)
  const due = await dueFollowUps(tx, requestFollowUps)
  const administrators = await activeAdministrators(tx)
  const emails = new Map<string | null, { to: Recipient; names: string[]; isLate: boolean }>()
  for (const each of due) {
    const isLate = each.step.to === 'administrators'
    const staff = await peopleWhoAccept(tx, each.existingFolderId)
    for (const to of recipientsOf(each, staff, administrators)) {
      const email = emails.get(to.userId) ?? { to, names: [], isLate: false }
      email.names.push(each.title)
      emails.set(to.userId, { ...email, isLate: email.isLate || isLate })
    }
    await noteFollowUp(tx, 'service-requests', each)
    tx.record({ action: 'service-request.reminded', id: each.id, details: { step: each.step.name } })
  }
  for (const { to, names, isLate } of emails.values()) tx.mail(requestsWaiting(to, names, isLate))
}

function recipientsOf(
  { holderId, step, missed }: Due<RequestFollowUp>,
  staff: readonly Recipient[],
  administrators: readonly Recipient[],
): Recipient[] {
  const first = staff.filter(({ userId }) => holderId === null || userId === holderId)
  if (step.to !== 'administrators') return first
  const all = missed.length > 0 ? [...first, ...administrators] : administrators
  return [...new Map(all.map((each) => [each.userId, each])).values()]
}

/** Everyone who can accept requests, or those from a client folder. */
const peopleWhoAccept = (tx: Tx, folderId: string | null): Promise<Recipient[]> => {
  const accesses = StaffAccess.options.filter((access) => partsOfStaff[access].includes('everything'))
  return tx.rows(typed(Recipient)`
    select id as "userId", email, first_name as name from users
    where is_active and (role in ('admin', 'master-admin') or role = 'staff' and staff_access = any(${accesses}::text[])
      and (${folderId}::uuid is null or id in (
        select s.user_id from ${folderStaff(tx.now)} s where s.client_folder_id = ${folderId}))) order by id`)
}
