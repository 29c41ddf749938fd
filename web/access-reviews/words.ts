import type { AccessReason, TeamMemberAccess } from '../../domain/access-review.ts'
import { formatDate } from '../kit/dates.ts'

/** "Q4 2026" */
export const quarterInWords = (quarter: string): string => `${quarter.slice(5)} ${quarter.slice(0, 4)}`

const reasonWords: Record<AccessReason, string> = {
  lead: 'leads the folder',
  creator: 'created the folder',
  member: 'team member',
  cover: 'covers for a colleague',
}

export const reasonsInWords = (reasons: readonly AccessReason[]): string =>
  reasons.map((reason) => reasonWords[reason]).join(', ')

/** "Sees 12 client folders" */
export function accessInWords({ role, staffAccess, folders }: TeamMemberAccess): string {
  if (role !== 'staff') return 'Administrator: sees every client folder'
  if (staffAccess === 'bookkeeper') return 'Bookkeeper: sees only money, in every client folder'
  const count = folders ?? 0
  const seen = count === 1 ? '1 client folder' : `${count.toLocaleString('en-US')} client folders`
  return staffAccess === 'assistant' ? `Assistant: sees ${seen}, except money` : `Consultant: sees ${seen}`
}

export const signedInWords = (lastSignedInAt: string | null): string =>
  lastSignedInAt === null ? 'no recorded sign-in' : `last sign-in ${formatDate(lastSignedInAt)}`

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  mark: 'This records your name and the time. Remove access that is no longer needed first: in the client folder or under Users.',
}
