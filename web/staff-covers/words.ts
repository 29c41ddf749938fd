import type { StaffCoverStatus, StaffCoverView } from '../../domain/staff-cover.ts'
import { formatDate } from '../kit/dates.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const states: Record<StaffCoverStatus, { words: string; tone: Tone }> = {
  planned: { words: 'Planned', tone: 'info' },
  active: { words: 'Active', tone: 'ok' },
  ended: { words: 'Ended', tone: 'neutral' },
}

/** "Nov 27 to Dec 4" */
export function periodInWords({ startsOn, endsOn, endedAt }: StaffCoverView): string {
  const period = startsOn === endsOn ? formatDate(startsOn) : `${formatDate(startsOn)} to ${formatDate(endsOn)}`
  return endedAt === null ? period : `${period}, ended ${formatDate(endedAt)}`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  note: 'While you’re away, a colleague can see your client folders and work in them. Their access ends automatically.',
  add: 'They’ll see the client folders, work in them, and get notifications until the end of the last day. We’ll notify them.',
  end: 'They’ll lose access to these client folders right away.',
  cancel: 'They won’t get access to these client folders.',
}
