// How the items of the work queue are said, and what their buttons are called.
import type { WorkAction, WorkGroup, WorkItem, WorkKind } from '../../domain/work-queue.ts'

type Says = (item: Pick<WorkItem, 'title' | 'count' | 'contact' | 'folderName' | 'isLate'>) => string

const says: Record<WorkKind, Says> = {
  'sign-document': ({ title }) => `Sign ${title}`,
  'sign-contract': ({ title }) => `Sign contract ${title}`,
  'pay-invoice': ({ title }) => `Pay invoice ${title}`,
  'answer-proposal': ({ title }) => `Respond to the proposal “${title}”`,
  'upload-document': ({ title }) => `Send us “${title}”`,
  'finish-assignment': ({ title }) => title,
  'acknowledge-policies': ({ count, title }) =>
    count === 1 ? `Read and acknowledge ${title}` : `Read and acknowledge ${count} policies`,
  'answer-message': ({ title }) => (title === '' ? 'Read our message' : `Read the message from ${title}`),
  'accept-request': ({ title }) => title,
  'reply-message': ({ title }) => title,
  'review-documents': ({ title }) => `Review ${title}`,
  'create-contract': ({ title }) => `Create a contract from “${title}”`,
  'overdue-invoice': ({ title, isLate }) => `${isLate ? 'Overdue' : 'Due today'}: invoice ${title}`,
  'unsigned-contract': ({ title }) => `Contract “${title}” isn’t signed yet`,
  'unsigned-document': ({ title }) => `${title} isn’t signed yet`,
  'unanswered-proposal': ({ title }) => `No response yet to “${title}”`,
  'late-document-request': ({ title }) => `Not received: ${title}`,
  'due-assignment': ({ title }) => title,
  'due-task': ({ title }) => title,
  'review-access': ({ title }) => `Access review for ${title}`,
  'received-email': ({ title }) => `Email from ${title} wasn’t added to the conversation`,
}

export const saysOf = (item: Parameters<Says>[0] & Pick<WorkItem, 'kind'>): string => says[item.kind](item)

const kindLabels: Partial<Record<WorkKind, string>> = {
  'accept-request': 'New request',
  'reply-message': 'Message',
  'finish-assignment': 'Assignment',
  'due-assignment': 'Assignment',
  'due-task': 'Team task',
  'review-access': 'Access review',
}

/** What the item is, where its text alone does not say it. */
export const kindLabel = ({ kind }: Pick<WorkItem, 'kind'>): string | undefined => kindLabels[kind]

const actionLabels: Record<WorkAction, string> = {
  sign: 'Sign',
  pay: 'View',
  answer: 'Review',
  upload: 'Upload',
  open: 'Open',
  read: 'Read',
  accept: 'Accept Request',
  reply: 'Reply',
  message: 'Message',
  review: 'Review',
  complete: 'Mark as done',
  done: 'Done',
  'create-contract': 'Create contract',
  'record-payment': 'Record payment',
}

export const actionLabel = ({ action }: Pick<WorkItem, 'action'>): string => actionLabels[action]

/** "3 items are waiting for you" */
export function queueSentence(count: number): string {
  if (count === 0) return 'Nothing is waiting for you'
  return count === 1 ? '1 item is waiting for you' : `${count.toLocaleString('en-US')} items are waiting for you`
}

const groupWords: Record<WorkGroup, { act: string; one: string; several: string }> = {
  sign: { act: 'Sign', one: 'document', several: 'documents' },
  pay: { act: 'Pay', one: 'invoice', several: 'invoices' },
  answer: { act: 'Respond to', one: 'proposal', several: 'proposals' },
  send: { act: 'Send or complete', one: 'item', several: 'items' },
  read: { act: 'Read', one: 'item', several: 'items' },
}

/** "Sign 47 more documents": `isMore` if one of them is already shown above. */
export function groupTitle(group: WorkGroup, count: number, isMore: boolean): string {
  const { act, one, several } = groupWords[group]
  return `${act} ${count.toLocaleString('en-US')} ${isMore ? 'more ' : ''}${count === 1 ? one : several}`
}
