// Where a request stands, in sentences for whoever made it.
import type { RequestStatus } from '../../domain/request-status.ts'
import { replyHours } from '../../domain/time.ts'
import { formatDateTime } from '../kit/dates.ts'

export interface Step {
  name: string
  /** When, or what it means; null where neither is known yet. */
  note: string | null
  state: 'over' | 'now' | 'ahead'
}

const order = ['received', 'accepted', 'in-progress', 'done'] as const

/** The steps of its way; one that was cancelled ends there. */
export function stepsOf({ stage, receivedAt, acceptedAt, endedAt }: RequestStatus, now: Date): Step[] {
  const at = (instant: string | null) => (instant === null ? null : formatDateTime(instant, now))
  const received: Step = { name: 'Received', note: at(receivedAt), state: 'over' }
  const accepted: Step = { name: 'Accepted', note: at(acceptedAt), state: 'over' }
  if (stage === 'cancelled')
    return [
      received,
      ...(acceptedAt === null ? [] : [accepted]),
      { name: 'Cancelled', note: at(endedAt), state: 'now' },
    ]
  const reached = order.indexOf(stage)
  const stateOf = (step: number) => (step < reached ? 'over' : step === reached ? 'now' : 'ahead')
  return [
    { ...received, state: stateOf(0) },
    { ...accepted, note: at(acceptedAt) ?? 'A consultant takes it up.', state: stateOf(1) },
    { name: 'In progress', note: 'We work on it with you.', state: stateOf(2) },
    { name: 'Done', note: at(endedAt), state: stateOf(3) },
  ]
}

/** What became of the promise, said as it is. */
export function promiseWords({ stage, promisedBy, acceptedAt }: RequestStatus, now: Date): string {
  const by = formatDateTime(promisedBy, now)
  if (stage === 'received')
    return now.getTime() <= Date.parse(promisedBy)
      ? `We promised to contact you within ${replyHours} hours: by ${by}.`
      : `We promised to contact you by ${by} and are late. We are sorry; please call us, and we will see to it at once.`
  if (stage === 'cancelled') return 'This request was cancelled. If you did not expect that, please call us.'
  if (acceptedAt !== null && acceptedAt > promisedBy)
    return `We took it up on ${formatDateTime(acceptedAt, now)}, later than the ${replyHours} hours we promised.`
  return stage === 'done' ? 'This request is done.' : `We took it up within the ${replyHours} hours we promised.`
}
