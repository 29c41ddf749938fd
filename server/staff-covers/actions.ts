import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, StaffAccess } from '../../domain/actor.ts'
import { invalid } from '../../domain/errors.ts'
import {
  assertCanCover,
  assertCanEndCover,
  assertHasRoomForCover,
  personToCover,
  type StaffCoverInput,
  type StaffCoverView,
} from '../../domain/staff-cover.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { coverEnded, coverPlanned } from './emails.ts'
import { staffCoverFor } from './queries.ts'

const PersonRow = Recipient.extend({ userId: z.string(), staffAccess: StaffAccess, fullName: z.string() })
type Person = z.infer<typeof PersonRow>

const CountRow = z.object({ count: z.number() })

export async function createStaffCover(tx: Tx, actor: Actor, input: StaffCoverInput): Promise<StaffCoverView> {
  const userId = personToCover(actor, input)
  const { colleagueId, startsOn, endsOn } = input
  assertCanCover(userId, input, officeDate(tx.now))
  const { away, colleague } = await peopleOr400(tx, userId, colleagueId)
  const { count } = await tx.one(typed(CountRow)`
    select count(*)::int as count from staff_covers
    where user_id = ${userId} and ended_at is null and ends_on >= ${officeDate(tx.now)}::date`)
  assertHasRoomForCover(count)
  const id = newId()
  await tx.run(sql`
    insert into staff_covers (id, user_id, colleague_id, starts_on, ends_on, created_by_id, created_at)
    values (${id}, ${userId}, ${colleagueId}, ${startsOn}, ${endsOn}, ${actor.id}, ${tx.now})`)
  recordCover(tx, 'staff-cover.created', { id, userId, colleagueId, startsOn, endsOn })
  tx.mail(coverPlanned(colleague, away, input, actor.id === userId ? [] : [away]))
  return staffCoverFor(tx, actor, id)
}

/** Both are locked, in the order of their ids, and remain staff who work in folders until the transaction ends. */
async function peopleOr400(tx: Tx, userId: string, colleagueId: string): Promise<{ away: Person; colleague: Person }> {
  const found = await tx.rows(typed(PersonRow)`
    select id as "userId", email, first_name as name, staff_access as "staffAccess",
      coalesce(person_name(first_name, last_name), email) as "fullName"
    from users where id = any(${[userId, colleagueId]}::uuid[]) and role = 'staff' and is_active order by id for no key update`)
  const one = (id: string, path: string) => {
    const person = found.find((each) => each.userId === id)
    if (person === undefined || person.staffAccess === 'bookkeeper')
      throw invalid(path, 'Choose an active staff member who works in client folders.')
    return person
  }
  return { away: one(userId, 'userId'), colleague: one(colleagueId, 'colleagueId') }
}

export async function endStaffCover(tx: Tx, actor: Actor, id: string): Promise<StaffCoverView> {
  const cover = await staffCoverFor(tx, actor, id, { lock: true })
  assertCanEndCover(cover, actor)
  await endCovers(tx, sql`id = ${id}`)
  const people = await tx.rows(typed(PersonRow)`
    select id as "userId", email, first_name as name, staff_access as "staffAccess",
      coalesce(person_name(first_name, last_name), email) as "fullName"
    from users where id = any(${[cover.userId, cover.colleagueId]}::uuid[])`)
  const away = people.find((each) => each.userId === cover.userId)
  const colleague = people.find((each) => each.userId === cover.colleagueId)
  if (away !== undefined && colleague !== undefined)
    tx.mail(coverEnded(colleague, away, actor.id === away.userId ? [] : [away]))
  return staffCoverFor(tx, actor, id)
}

/** Someone who leaves the team, or no longer works in folders, neither covers nor is covered. */
export const endCoversOf = (tx: Tx, userId: string): Promise<void> =>
  endCovers(
    tx,
    sql`(user_id = ${userId} or colleague_id = ${userId}) and ended_at is null and ends_on >= ${officeDate(tx.now)}::date`,
  )

const CoverRow = z.object({ id: z.string(), userId: z.string(), colleagueId: z.string() })

async function endCovers(tx: Tx, which: Sql): Promise<void> {
  const ended = await tx.rows(typed(CoverRow)`
    update staff_covers set ended_at = ${tx.now}, version = version + 1 where ${which}
    returning id, user_id as "userId", colleague_id as "colleagueId"`)
  for (const each of ended) recordCover(tx, 'staff-cover.ended', each)
}

/** The colleague reads their folders again, and gets a 404 for those that they no longer see. */
function recordCover(
  tx: Tx,
  action: 'staff-cover.created' | 'staff-cover.ended',
  { id, ...details }: z.infer<typeof CoverRow> & Partial<Pick<StaffCoverInput, 'startsOn' | 'endsOn'>>,
) {
  const { userId, colleagueId } = details
  tx.record(
    { action, id, details },
    { type: 'staff-covers', id, userIds: [userId, colleagueId] },
    { type: 'client-folders', id: null, userIds: [colleagueId] },
  )
}
