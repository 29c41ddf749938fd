// A change of the law as it is told to a client.
import type { LawChange } from '../../domain/law-change.ts'
import { formatLongDate } from '../kit/dates.ts'

/** "2026-06" → "June 2026": the date that a source carries. */
export function sourceDate(asOf: string): string {
  if (asOf.length === 10) return formatLongDate(asOf)
  if (asOf.length === 4) return asOf
  return formatLongDate(`${asOf}-01`).replace(/ 1,/, '')
}

export const dateWords = ({ date, status }: Pick<LawChange, 'date' | 'status'>) =>
  status === 'upcoming' ? `From ${formatLongDate(date)}` : `Since ${formatLongDate(date)}`

/** What an assignment begins with; due on the day that the change comes. */
export const assignmentFrom = ({ task, date, status }: LawChange) => ({
  title: task.title,
  description: task.description,
  dueDate: status === 'upcoming' ? date : '',
})

/** What a message begins with: what changes, when, what to do, and where it stands. */
export function messageFrom(change: LawChange, address: string): string {
  const { title, date, status, what, task, policies } = change
  const places = policies.map(
    (place) => `${place.title}, “${place.heading}”: ${address}/hr-policies/${place.slug}#${place.anchor}`,
  )
  const when = `${status === 'upcoming' ? 'from' : 'since'} ${formatLongDate(date)}`
  return [`${title} (${when})`, what, task.description, ...places].join('\n\n')
}
