// A law update as a message to a client.
import { type LawChange, legalStatusWords } from '../../domain/law-change.ts'
import { formatLongDate } from '../kit/dates.ts'

/** "2026-06" → "June 2026": the date that a source carries. */
export function sourceDate(asOf: string): string {
  if (asOf.length === 10) return formatLongDate(asOf)
  if (asOf.length === 4) return asOf
  return formatLongDate(`${asOf}-01`).replace(/ 1,/, '')
}

/** "January 1, 2027", or "2027" where only the year is known. */
export const firstDay = ({ date, precision }: Pick<LawChange, 'date' | 'precision'>) =>
  precision === 'year' ? date.slice(0, 4) : formatLongDate(date)

export const dateWords = (change: Pick<LawChange, 'date' | 'precision' | 'status'>) =>
  `${change.status === 'upcoming' ? 'From' : 'Since'} ${firstDay(change)}`

/** "From January 1, 2028. Enacted, not yet in force" */
export const stateWords = (change: LawChange) => `${dateWords(change)}. ${legalStatusWords(change)}`

/** "Applies to 12 of your clients; may apply to 3" */
export function affectedWords({ applies, mayApply }: { applies: number; mayApply: number }): string {
  const clients = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'client' : 'clients'}`
  if (applies === 0 && mayApply === 0) return 'Applies to none of your clients'
  if (applies === 0) return `May apply to ${clients(mayApply)}`
  return `Applies to ${clients(applies)}${mayApply === 0 ? '' : `; may apply to ${mayApply.toLocaleString('en-US')} more`}`
}

/** The changes of a year by month, January first; those without a day come under `wholeYear`. */
export function calendarOf(changes: readonly LawChange[], year: number) {
  const its = changes.filter(({ date }) => date.startsWith(`${year}-`))
  const months = Array.from({ length: 12 }, (_, month) => ({
    month: month + 1,
    changes: its
      .filter(({ date, precision }) => precision === 'day' && Number(date.slice(5, 7)) === month + 1)
      .toSorted((a, b) => a.date.localeCompare(b.date)),
  }))
  return { months, wholeYear: its.filter(({ precision }) => precision === 'year') }
}

/** The years that have a change, the earliest first. */
export const yearsOf = (changes: readonly LawChange[]): number[] =>
  [...new Set(changes.map(({ date }) => Number(date.slice(0, 4))))].toSorted((a, b) => a - b)

export interface LawSection {
  id: string
  title: string
  changes: LawChange[]
}

/** The list in sections: upcoming changes, then those in force by year, the latest first. */
export function sectionsOf(changes: readonly LawChange[]): LawSection[] {
  const inForce = changes.filter(({ status }) => status === 'in-force')
  const years = yearsOf(inForce)
    .toReversed()
    .map((year) => ({
      id: `in-force-${year}`,
      title: `In force since ${year}`,
      changes: inForce.filter(({ date }) => date.startsWith(`${year}-`)),
    }))
  const upcoming = changes.filter(({ status }) => status === 'upcoming')
  return [{ id: 'upcoming', title: 'Upcoming', changes: upcoming }, ...years].filter((each) => each.changes.length > 0)
}

/** What an assignment begins with; due on the day that the change comes. */
export const assignmentFrom = ({ task, date, precision, status }: LawChange) => ({
  title: task.title,
  description: task.description,
  dueDate: status === 'upcoming' && precision === 'day' ? date : '',
})

/** What a message begins with: what changes, when, what to do, and where to read it. */
export function messageFrom(change: LawChange, address: string): string {
  const { title, status, what, task, policies } = change
  const places = policies.map(
    (place) => `${place.title}, “${place.heading}”: ${address}/hr-policies/${place.slug}#${place.anchor}`,
  )
  const when = `${status === 'upcoming' ? 'from' : 'since'} ${firstDay(change)}`
  return [`${title} (${when})`, what, task.description, ...places].join('\n\n')
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  affected: (when: string) => `${when}. Active clients by number of employees and sector.`,
  legalInformation:
    'This is legal information, not legal advice. Each update lists its source, status, and date. Ask us before you rely on one for your situation.',
}
