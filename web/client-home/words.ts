import type { WaitingItem, WaitingKind } from '../../domain/waiting.ts'

/** What is to be done, and the button that leads to where it is done. */
const words: Record<WaitingKind, { says: (item: WaitingItem) => string; act: string }> = {
  'sign-document': { says: ({ title }) => `Sign ${title}`, act: 'Read and sign' },
  'sign-contract': { says: ({ title }) => `Sign contract ${title}`, act: 'Read and sign' },
  'answer-proposal': { says: ({ title }) => `Answer the proposal ${title}`, act: 'Read and answer' },
  'pay-invoice': { says: ({ title }) => `Pay invoice ${title}`, act: 'Open invoice' },
  'upload-document': { says: ({ title }) => `Send us ${title}`, act: 'Upload' },
  'finish-assignment': { says: ({ title }) => title, act: 'Open assignment' },
  'acknowledge-policies': { says: saysPolicies, act: 'Read' },
  'answer-message': {
    says: ({ title }) => (title === '' ? 'Read our message' : `Read the message from ${title}`),
    act: 'Read',
  },
}

export const saysOf = (item: WaitingItem): string => words[item.kind].says(item)
export const actOf = ({ kind, count }: WaitingItem): string =>
  kind === 'acknowledge-policies' && count > 1 ? 'Show policies' : words[kind].act

function saysPolicies({ count, title }: WaitingItem) {
  return count === 1 ? `Acknowledge the policy ${title}` : `Read and acknowledge ${count} policies`
}

const ends: Partial<Record<WaitingKind, string>> = { 'answer-proposal': 'Valid until' }

/** What stands before the date: a proposal ends, everything else is due. */
export const dueLabel = ({ kind, isLate }: Pick<WaitingItem, 'kind' | 'isLate'>): string =>
  ends[kind] ?? (isLate ? 'Was due' : 'Due')

/** "3 things are waiting for you"; more than the list holds is said so. */
export function waitingSentence(count: number, more: boolean): string {
  if (count === 0) return 'Nothing is waiting for you'
  if (more) return `More than ${count} things are waiting for you`
  return count === 1 ? 'One thing is waiting for you' : `${count} things are waiting for you`
}
