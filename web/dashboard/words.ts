// What needs doing today, in one sentence.
import type { Dashboard } from '../../domain/dashboard.ts'

const small = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
const inWords = (count: number) => small[count] ?? count.toLocaleString('en-US')

interface Waiting extends Pick<Dashboard, 'pendingRequests' | 'overdueRequests'> {
  /** Conversations in which the client's message needs a reply. */
  unanswered: number
}

/** "Good morning, Denise. Seven businesses are waiting to hear from you. One is past its 24 hours." */
export function greeting(firstName: string | null, waiting: Waiting | undefined, hour: number): string {
  const time = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  const hello = firstName === null || firstName === '' ? `${time}.` : `${time}, ${firstName}.`
  return waiting === undefined ? hello : `${hello} ${waitingWords(waiting)}`
}

function waitingWords({ pendingRequests, overdueRequests, unanswered }: Waiting): string {
  if (pendingRequests + unanswered === 0) return 'No one is waiting to hear from you.'
  const replies = `${inWords(unanswered)} ${unanswered === 1 ? 'conversation needs' : 'conversations need'} a reply.`
  const sentences = [
    ...(pendingRequests > 0 ? [requestWords(pendingRequests, overdueRequests)] : []),
    ...(unanswered > 0 ? [replies] : []),
  ]
  return sentences.join(' ')
}

function requestWords(pending: number, overdue: number): string {
  const who = pending === 1 ? 'One business is' : `${inWords(pending)} businesses are`
  const sentence = `${who} waiting to hear from you.`
  if (overdue === 0) return sentence
  return `${sentence} ${inWords(overdue)} ${overdue === 1 ? 'is' : 'are'} past ${overdue === 1 ? 'its' : 'their'} 24 hours.`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  clientEmail: 'If this address already has an account, we’ll use it. Otherwise, we’ll send an invitation.',
  noDashboard: 'Your account has no dashboard yet. Ask an administrator to assign it a role.',
  fromRequest: (name: string, email: string) =>
    `From ${name}’s request. We’ll invite them to the new folder at ${email}.`,
}
