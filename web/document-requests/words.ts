import {
  type DocumentRequestCounts,
  type DocumentRequestPriority,
  type DocumentRequestView,
  isLate,
} from '../../domain/document-request.ts'
import { documentTypeLabels } from '../../domain/document-request-sets.ts'
import { formatDate, formatDue, officeDay } from '../kit/dates.ts'
import { statusWords, type Tone } from '../kit/StatusBadge.tsx'

type CheckResult = Pick<DocumentRequestView, 'status' | 'dueDate' | 'returnedAt'>

/** The status with its tone; for a pending request, the next action. */
export function statusOf(request: CheckResult, now: Date): { words: string; tone: Tone } {
  const { status, returnedAt } = request
  if (isLate(request, officeDay(now)))
    return { words: returnedAt === null ? 'Late' : 'Sent back, late', tone: 'danger' }
  if (status === 'pending' && returnedAt !== null) return { words: 'Sent back', tone: 'warn' }
  return { words: statusWords(status), tone: tones[status] }
}

const tones: Record<CheckResult['status'], Tone> = {
  pending: 'warn',
  submitted: 'info',
  completed: 'ok',
  cancelled: 'neutral',
}

/** "Due Mar 14, in 3 days"; once it is there only the day counts. */
export function dueWords({ dueDate, status }: Pick<CheckResult, 'dueDate' | 'status'>, now: Date): string {
  if (dueDate === null) return 'No due date'
  return status === 'pending' ? `Due ${formatDue(dueDate, now)}` : `Due ${formatDate(dueDate, now)}`
}

/** The portal's own kinds by their labels; what else someone wrote as they wrote it. */
export const typeWords = (documentType: string): string =>
  Object.entries(documentTypeLabels).find(([type]) => type === documentType)?.[1] ?? documentType

export const priorityWords: Record<DocumentRequestPriority, string> = { low: 'Low', medium: 'Medium', high: 'High' }

/** "4 of 7 are done, 1 is late, 2 are being looked at." Cancelled ones count nowhere. */
export function progressWords({ pending, late, submitted, completed }: DocumentRequestCounts): string {
  const all = pending + submitted + completed
  const parts = [
    `${completed === 0 ? 'None' : completed} of ${all} ${completed === 1 ? 'is' : 'are'} done`,
    ...(late > 0 ? [`${late} ${late === 1 ? 'is' : 'are'} late`] : []),
    ...(submitted > 0 ? [`${submitted} ${submitted === 1 ? 'is' : 'are'} under review`] : []),
  ]
  return `${parts.join(', ')}.`
}

export const isFinished = ({ status }: Pick<CheckResult, 'status'>) => status === 'completed' || status === 'cancelled'

/** "4 completed", "4 completed, 1 canceled" */
export function finishedWords(finished: readonly Pick<CheckResult, 'status'>[]): string {
  const completed = finished.filter(({ status }) => status === 'completed').length
  const cancelled = finished.length - completed
  return [completed > 0 ? `${completed} completed` : '', cancelled > 0 ? `${cancelled} canceled` : '']
    .filter((words) => words !== '')
    .join(', ')
}

/** "3 documents are missing, 1 of them past the due date." */
export function waitingWords({ pending, late }: Pick<DocumentRequestCounts, 'pending' | 'late'>): string {
  const missing = `${pending} ${pending === 1 ? 'document is' : 'documents are'} missing`
  if (late === 0) return `${missing}.`
  return pending === late ? `${missing}, past the due date.` : `${missing}, ${late} of them past the due date.`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  cancel: 'The client won’t need to send this document. The request stays on the list.',
  requestSeveral: 'Each document is tracked separately. The client gets one email.',
}
