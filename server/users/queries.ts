import sql, { type Sql } from 'sql-template-tag'
import { Recipient } from '../kit/record.ts'
import { z } from 'zod'
import type { listStaff as listStaffEndpoint } from '../../api/staff.ts'
import type { listUsers as listUsersEndpoint } from '../../api/users.ts'
import { type Actor, isAdministrator, StaffAccess } from '../../domain/actor.ts'
import { type FolderPart, staffSees } from '../../domain/folder-rights.ts'
import { invalid, notFound, DomainError } from '../../domain/errors.ts'
import { allowedUserActions, StaffMember, User, UserFigures, type UserView, UserRow } from '../../domain/user.ts'
import { upcomingOf } from '../bookings/schedule.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { containing, type Order, pageIn, placeIn, pageOf, reversed, toPage, type Page, Place } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const StaffRow = Recipient.extend({ staffAccess: StaffAccess })

/**
 * The active staff member named in the body, who remains one until the transaction ends; the same 400 for unknown,
 * inactive, and other roles.
 * @param part what they have to see of a folder: who leads one sees everything
 */
export async function activeStaffOr400(
  tx: Tx,
  id: string,
  path = 'assignedStaffId',
  part: FolderPart = 'everything',
): Promise<Recipient> {
  const found = await tx.maybe(typed(StaffRow)`
    select id as "userId", email, first_name as name, staff_access as "staffAccess" from users
    where id = ${id} and role = 'staff' and is_active for share`)
  if (found === null) throw invalid(path, 'Choose an active staff member.')
  const { staffAccess, ...recipient } = found
  if (!staffSees(staffAccess, part))
    throw invalid(path, 'This person’s access doesn’t include this work. Choose another staff member.')
  return recipient
}

/** Recipients of notifications to every administrator. */
export const activeAdministrators = (reader: Reader): Promise<Recipient[]> =>
  reader.rows(typed(Recipient)`
    select id as "userId", email, first_name as name from users
    where role in ('admin', 'master-admin') and is_active order by id`)

const columnsAt = (now: Date) => sql`
  u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.profile_image_url as "profileImageUrl",
  u.role, u.staff_access as "staffAccess", u.is_active as "isActive", u.created_by as "createdBy", u.phone, u.company, u.recorded_name as "recordedName", u.password is not null as "hasPassword",
  ${hasSecondFactor(sql`u.id`)} as "hasSecondFactor",
  exists (select from client_folders c where c.assigned_staff_id = u.id and c.status <> 'archived')
    or exists (select from service_requests r where r.assigned_staff_id = u.id and r.status = 'in-progress')
    or exists (select from bookings b where ${upcomingOf(sql`u.id`, now)}) as "holdsWork",
  u.email_bounced_at is not null as "emailBounces", u.version, iso(u.created_at) as "createdAt", iso(u.updated_at) as "updatedAt"`

const NamesRow = z.object({
  recordedName: z.string().nullable(),
  accountName: z.string().nullable(),
  earlierNames: z.array(z.string()),
})

/** The name that the team recorded for a user, the one in their account, and its earlier names. */
export const namesOf = (
  reader: Reader,
  id: string,
): Promise<{ recordedName: string | null; accountName: string | null; earlierNames: string[] }> =>
  reader.one(typed(NamesRow)`
    select recorded_name as "recordedName", person_name(first_name, last_name) as "accountName", earlier_names as "earlierNames"
    from users where id = ${id}`)

/** For an update of a user's name: the account's earlier names, including the one that ends now. */
export const earlierNamesAfter = (firstName: string | null, lastName: string | null): Sql => sql`
  case when person_name(first_name, last_name) is distinct from person_name(${firstName}::text, ${lastName}::text)
    and person_name(first_name, last_name) is not null and not person_name(first_name, last_name) = any(earlier_names)
    then earlier_names || person_name(first_name, last_name) else earlier_names end`

const searched = sql`(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || u.email || ' ' || u.username || ' ' || coalesce(u.company, ''))`

export const viewed = (user: User, actor: Pick<Actor, 'id' | 'role'>): UserView => ({
  ...user,
  allowed: allowedUserActions(user, actor),
})

const byName: Order = { by: sql`lower(coalesce(person_name(u.first_name, u.last_name), u.username))`, type: 'text' }
const byEmail: Order = { by: sql`lower(u.email)`, type: 'text' }

const orders: Record<string, Order | undefined> = {
  name: byName,
  'name-desc': reversed(byName),
  email: byEmail,
  'email-desc': reversed(byEmail),
}

const ListedUser = UserRow.extend({ place: Place })

/** Only administrators reach this; they see everyone. */
export async function listUsers(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof listUsersEndpoint)['query']>,
): Promise<Page<UserView>> {
  const { q, role, isActive } = query
  const order = orders[query.order ?? 'newest']
  const rows = await reader.rows(typed(ListedUser)`
    select ${columnsAt(reader.now)}, ${placeIn(order)} from users u
    where true
      ${role ? sql`and u.role = ${role}` : sql``}
      ${isActive === undefined ? sql`` : sql`and u.is_active = ${isActive}`}
      ${q ? sql`and ${searched} ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`u.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((user) => viewed(user, actor)), next }
}

export const userFigures = (reader: Reader) =>
  reader.one(typed(UserFigures)`
    select count(*) as total, count(*) filter (where role in ('admin', 'master-admin')) as admins,
      count(*) filter (where role = 'staff') as staff, count(*) filter (where role = 'client') as clients
    from users`)

/** Active staff, whom the team may assign. */
export async function listStaff(
  reader: Reader,
  query: z.output<(typeof listStaffEndpoint)['query']>,
): Promise<Page<StaffMember>> {
  const rows = await reader.rows(typed(StaffMember)`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.role from users u
    where u.role = 'staff' and u.is_active
      ${query.q ? sql`and ${searched} ilike ${containing(query.q)}` : sql``}
      ${pageOf(sql`u.id`, query)}`)
  return toPage(rows, query)
}

/** Without an access check: for the user themselves, and for administrators, who see everyone. */
export async function unsafeUser(reader: Reader, id: string): Promise<User> {
  const user = await reader.maybe(typed(UserRow)`select ${columnsAt(reader.now)} from users u where u.id = ${id}`)
  if (user === null) throw notFound()
  return user
}

/** The user's own row, locked so that changes to how they sign in run one after the other. */
export async function lockedUser(tx: Tx, id: string): Promise<User> {
  await tx.rows(sql`select id from users where id = ${id} for no key update`)
  return unsafeUser(tx, id)
}

/** Without an access check, for ids in a body. */
export const unsafeUserOrNull = (reader: Reader, id: string): Promise<User | null> =>
  reader.maybe(typed(UserRow)`select ${columnsAt(reader.now)} from users u where u.id = ${id}`)

/**
 * A user to be changed, locked together with all active administrators (in one order, so that two such changes wait for
 * each other instead of both counting the other's administrator). The actor must still be among them, or is refused.
 * The lock mode allows foreign keys to these users in the meantime.
 */
export async function userToChange(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ user: User; otherAdministrators: number }> {
  const locked = await tx.rows(typed(UserRow)`
    select ${columnsAt(tx.now)} from users u
    where u.id = ${id} or (u.role in ('admin', 'master-admin') and u.is_active)
    order by u.id for no key update`)
  const itself = locked.find((each) => each.id === actor.id)
  if (itself === undefined || itself.role !== actor.role || !itself.isActive)
    throw new DomainError('signed-out', 'Your account was changed while you were signed in. Sign in again.')
  const user = locked.find((each) => each.id === id)
  if (user === undefined) throw notFound()
  const otherAdministrators = locked.filter((each) => each.id !== id && isAdministrator(each) && each.isActive).length
  return { user, otherAdministrators }
}

/** The portal's own lookup, ignoring case; null if no one has this address. */
export const unsafeUserByEmail = (reader: Reader, email: string): Promise<User | null> =>
  reader.maybe(typed(UserRow)`select ${columnsAt(reader.now)} from users u where lower(u.email) = lower(${email})`)
