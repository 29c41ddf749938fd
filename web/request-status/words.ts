// The status of a request, in sentences for the person who made it.
import type { RequestStatus } from '../../domain/request-status.ts'
import { replyHours } from '../../domain/time.ts'
import { formatDateTime } from '../kit/dates.ts'

export interface Step {
  name: string
  /** The time or the meaning; null if neither is known yet. */
  note: string | null
  state: 'over' | 'now' | 'ahead'
}

const order = ['received', 'accepted', 'in-progress', 'done'] as const

/** The steps of its way; one that was cancelled ends there. */
export function stepsOf({ stage, receivedAt, acceptedAt, endedAt }: RequestStatus, now: Date): Step[] {
  const at = (instant: string | null) => (instant === null ? null : formatDateTime(instant, now))
  const received: Step = { name: 'Received', note: at(receivedAt), state: 'over' }
  const accepted: Step = { name: 'Accepted', note: at(acceptedAt), state: 'over' }
  if (stage === 'cancelled' || stage === 'merged')
    return [
      received,
      ...(acceptedAt === null ? [] : [accepted]),
      { name: stage === 'merged' ? 'Merged' : 'Cancelled', note: at(endedAt), state: 'now' },
    ]
  const reached = order.indexOf(stage)
  const stateOf = (step: number) => (step < reached ? 'over' : step === reached ? 'now' : 'ahead')
  return [
    { ...received, state: stateOf(0) },
    { ...accepted, note: at(acceptedAt) ?? 'We’ll assign a consultant.', state: stateOf(1) },
    { name: 'In progress', note: 'We’re working on it with you.', state: stateOf(2) },
    { name: 'Done', note: at(endedAt), state: stateOf(3) },
  ]
}

/** What became of the promise, said as it is. */
export function promiseWords({ stage, promisedBy, acceptedAt }: RequestStatus, now: Date): string {
  const by = formatDateTime(promisedBy, now)
  if (stage === 'received')
    return now.getTime() <= Date.parse(promisedBy)
      ? `We promised to contact you within ${replyHours} hours: by ${by}.`
      : `We promised to contact you by ${by}, and we’re late. We’re sorry. Call us and we’ll help you right away.`
  if (stage === 'merged') return texts.merged
  if (stage === 'cancelled') return 'This request was canceled. If you didn’t expect that, call us.'
  if (stage === 'in-progress') return texts.inProgress
  if (acceptedAt !== null && acceptedAt > promisedBy)
    return `We accepted your request on ${formatDateTime(acceptedAt, now)}, later than the ${replyHours} hours we promised. We’re sorry for the delay.`
  if (stage === 'done') return 'This request is done.'
  return now.getTime() <= Date.parse(promisedBy)
    ? `We accepted your request. A consultant will call or email you by ${by}.`
    : `We accepted your request within the ${replyHours} hours we promised. If you haven’t heard from a consultant, call us.`
}

/** Explanations on the page. */
export const texts = {
  inProgress: 'We’ve set up a folder for your organization, with its assignments, documents, and messages.',
  merged:
    'We handle this request together with another one from you or your organization. You don’t need to do anything.',
  privateLink: 'Keep this link private: anyone who has it can see this page.',
}
