// Cover for a staff member who is away: a colleague sees their folders and works in them like a member, from one office
// date through another. It covers the folders that are theirs on each of these days, and ends automatically.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { CalendarDate, calendarDate, Id, Instant, versioned, optionalId } from './text.ts'
import { daysAfter, daysBetween } from './time.ts'

export const StaffCoverInput = z.strictObject({
  /** Who is away; staff leave it out, because they name a colleague for themselves only. */
  userId: optionalId,
  colleagueId: z.uuid('Choose a staff member.'),
  startsOn: calendarDate('Enter the first day.'),
  endsOn: calendarDate('Enter the last day.'),
})
export type StaffCoverInput = z.infer<typeof StaffCoverInput>

export const StaffCoverStatus = z.enum(['planned', 'active', 'ended'])
export type StaffCoverStatus = z.infer<typeof StaffCoverStatus>

export const StaffCover = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  colleagueId: Id,
  colleagueName: z.string(),
  startsOn: CalendarDate,
  /** The last day on which the colleague has access. */
  endsOn: CalendarDate,
  status: StaffCoverStatus,
  /** When it was ended early; null if it wasn't. */
  endedAt: Instant.nullable(),
  createdById: Id,
  createdByName: z.string(),
  createdAt: Instant,
  ...versioned,
})
export type StaffCover = z.infer<typeof StaffCover>

export const StaffCoverAction = z.enum(['end'])
export type StaffCoverAction = z.infer<typeof StaffCoverAction>

export const StaffCoverView = StaffCover.extend({ allowed: z.array(StaffCoverAction) })
export type StaffCoverView = z.infer<typeof StaffCoverView>

export const maxCoverDays = 90

/** How far ahead cover can be planned. */
export const maxDaysAhead = 365

/** Maximum number of covers of one person that haven't ended. */
export const maxCovers = 20

/** Who is away: staff themselves, or the person an administrator named. Throws 400 for anyone else. */
export function personToCover(actor: Actor, { userId }: Pick<StaffCoverInput, 'userId'>): string {
  if (isAdministrator(actor)) {
    if (userId === null) throw invalid('userId', 'Choose who is away.')
    return userId
  }
  if (userId !== null && userId !== actor.id)
    throw invalid('userId', 'You can choose a colleague for your own folders only.')
  return actor.id
}

type Period = Pick<StaffCoverInput, 'startsOn' | 'endsOn'>

/** Throws 400 for cover by oneself, for dates in the past or in the wrong order, and for too many days. */
export function assertCanCover(
  userId: string,
  { colleagueId, startsOn, endsOn }: StaffCoverInput,
  today: string,
): void {
  if (colleagueId === userId) throw invalid('colleagueId', 'Choose someone other than the person who is away.')
  if (startsOn < today) throw invalid('startsOn', 'Enter today or a later date.')
  if (startsOn > daysAfter(today, maxDaysAhead)) throw invalid('startsOn', 'Enter a date within one year.')
  if (endsOn < startsOn) throw invalid('endsOn', 'Enter the first day or a later date.')
  if (coverDays({ startsOn, endsOn }) > maxCoverDays)
    throw invalid('endsOn', `Cover can last at most ${maxCoverDays} days. Enter an earlier date.`)
}

/** Days on which the colleague has access, including the first and the last. */
export const coverDays = ({ startsOn, endsOn }: Period): number => daysBetween(startsOn, endsOn) + 1

/** Throws 409. @param count covers of this person that haven't ended */
export function assertHasRoomForCover(count: number): void {
  if (count >= maxCovers)
    throw conflict(`A person can have at most ${maxCovers} planned covers. End one before you add another.`)
}

type Endable = Pick<StaffCover, 'userId' | 'status'>

const mayEnd = ({ userId }: Pick<StaffCover, 'userId'>, actor: Actor) => isAdministrator(actor) || userId === actor.id

export const allowedForCover = (cover: Endable, actor: Actor): StaffCoverAction[] =>
  cover.status !== 'ended' && mayEnd(cover, actor) ? ['end'] : []

/** Throws 403 for the colleague, and 409 once it has ended. */
export function assertCanEndCover(cover: Endable, actor: Actor): void {
  if (!mayEnd(cover, actor)) throw forbidden('Only the person who is away and administrators can end this cover.')
  if (cover.status === 'ended') throw conflict('This cover has already ended.')
}
