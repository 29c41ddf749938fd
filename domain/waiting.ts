// What waits for a client: everything that only they can do next, in all of their folders, and where each is done.
import { z } from 'zod'
import { CalendarDate, Id, Instant } from './text.ts'

export const WaitingKind = z.enum([
  'sign-document',
  'sign-contract',
  'answer-proposal',
  'pay-invoice',
  'upload-document',
  'finish-assignment',
  'acknowledge-policies',
  'answer-message',
])
export type WaitingKind = z.infer<typeof WaitingKind>

export const WaitingItem = z.object({
  kind: WaitingKind,
  /** Of what waits: the document, the invoice, the last message. */
  id: Id,
  /** How that is called: a file's or a policy's name, a number, whoever wrote. */
  title: z.string(),
  /** How many there are in one line. */
  count: z.int(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  /** The office's calendar. */
  due: CalendarDate.nullable(),
  isLate: z.boolean(),
  since: Instant,
  /** Where it is done: an address of the portal; what follows # is where to begin. */
  link: z.string(),
})
export type WaitingItem = z.infer<typeof WaitingItem>

/** The latest and the earliest due first, then what waits longest. At most 50 are told; `more` says that there are others. */
export const Waiting = z.object({ items: z.array(WaitingItem), more: z.boolean() })
export type Waiting = z.infer<typeof Waiting>

export const mostWaiting = 50

/** @param slug of the one policy that is to be acknowledged, null where there are several */
export function linkOf(kind: WaitingKind, id: string, folderId: string | null, slug: string | null): string {
  const folder = `/?folder=${folderId}`
  switch (kind) {
    case 'sign-document':
      return `/documents/${id}/sign`
    case 'sign-contract':
      return `/contracts/${id}/sign`
    case 'answer-proposal':
      return `/proposals/${id}`
    case 'pay-invoice':
      return `/invoices/${id}`
    case 'upload-document':
      return `${folder}&tab=upload#request-${id}`
    case 'finish-assignment':
      return `${folder}&assignment=${id}`
    case 'acknowledge-policies':
      return slug === null ? '/hr-policies' : `/hr-policies/${slug}`
    case 'answer-message':
      return `${folder}&tab=messages#messages`
  }
}

/** What is due comes first, the earliest before the others; then what has waited longest; what is for a quiet hour comes last. */
export const byUrgency = (
  one: Pick<WaitingItem, 'kind' | 'due' | 'since' | 'id'>,
  other: Pick<WaitingItem, 'kind' | 'due' | 'since' | 'id'>,
): number =>
  (one.due ?? '9999').localeCompare(other.due ?? '9999') ||
  Number(isForLater(one)) - Number(isForLater(other)) ||
  one.since.localeCompare(other.since) ||
  one.id.localeCompare(other.id)

const isForLater = ({ kind }: Pick<WaitingItem, 'kind'>) => kind === 'acknowledge-policies'

/** Up to which message somebody has read a thread. */
export const MessageReading = z.strictObject({ lastMessageId: Id })
export type MessageReading = z.infer<typeof MessageReading>
