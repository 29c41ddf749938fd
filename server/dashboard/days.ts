// The office's calendar days in SQL: the start of a day, and the day of an instant.
import sql, { raw, type Sql } from 'sql-template-tag'
import { officeZone } from '../../domain/time.ts'

const zone = raw(`'${officeZone}'`)

/** The instant at which a calendar date starts in the office. */
export const startOfOfficeDay = (date: string): Sql => sql`(${date}::date::timestamp at time zone ${zone})`

/** The office's calendar date for an instant. */
export const officeDayOf = (instant: Sql): Sql => sql`(${instant} at time zone ${zone})::date`

/**
 * Which of the months (their first days, in order) an instant belongs to, numbered from one; zero before the first.
 * Compares with the month boundaries instead of converting each instant to a date, which would be most of the work over
 * tens of thousands of them.
 */
export const monthIn = (months: string[], instant: Sql): Sql =>
  sql`width_bucket(${instant}, array(select first::timestamp at time zone ${zone} from unnest(${months}::date[]) first order by first))`
