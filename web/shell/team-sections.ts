import type { Destination, Group } from './navigation.ts'

/** Pages without a link of their own in a rail, and the link that they belong to. */
const teamSections: readonly (readonly [Destination['to'], Destination['to']])[] = [
  ['/bulk-actions', '/client-folders'],
  ['/client-imports', '/client-folders'],
  ['/contracts', '/client-folders'],
  ['/document-imports', '/client-folders'],
  ['/invoices', '/client-folders'],
  ['/own-forms', '/hr-forms'],
  ['/own-policies', '/hr-policies'],
  ['/rate-cards', '/proposals'],
  ['/received-emails', '/waiting'],
  ['/saved-replies', '/waiting'],
]

/** The link of the team’s rail that a page belongs to, where none leads to it. */
export function teamSectionOf(pathname: string, offered: readonly Group[]): Destination['to'] | undefined {
  const isBelow = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  const hasLink = offered.some(({ destinations }) => destinations.some(({ to }) => isBelow(to)))
  return hasLink ? undefined : teamSections.find(([page]) => isBelow(page))?.[1]
}
