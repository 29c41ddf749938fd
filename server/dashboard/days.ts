// The office's days in SQL: an instant for the beginning of one, and the day of an instant.
import sql, { raw, type Sql } from 'sql-template-tag'
import { officeZone } from '../../domain/time.ts'

const zone = raw(`'${officeZone}'`)

/** The instant at which a calendar date begins in the office. */
export const startOfOfficeDay = (date: string): Sql => sql`(${date}::date::timestamp at time zone ${zone})`

/** The office's calendar date of an instant. */
export const officeDayOf = (instant: Sql): Sql => sql`(${instant} at time zone ${zone})::date`

/**
 * Which of the months (their first days, in order) an instant lies in, counted from one; zero before the first. No date is
 * reckoned for each instant: over tens of thousands of them that would be most of the work.
 */
export const monthIn = (months: string[], instant: Sql): Sql =>
  sql`width_bucket(${instant}, array(select first::timestamp at time zone ${zone} from unnest(${months}::date[]) first order by first))`
