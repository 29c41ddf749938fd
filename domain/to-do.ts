// A client's to-dos: everything that only they can do next, in all of their folders, with links.
import { z } from 'zod'
import { CalendarDate, Id, Instant } from './text.ts'

export const ToDoKind = z.enum([
  'sign-document',
  'sign-contract',
  'answer-proposal',
  'pay-invoice',
  'upload-document',
  'finish-assignment',
  'acknowledge-policies',
  'answer-message',
])
export type ToDoKind = z.infer<typeof ToDoKind>

export const ToDo = z.object({
  kind: ToDoKind,
  /** Id of the item: the document, the invoice, the last message. */
  id: Id,
  /** Its name: a file's or a policy's name, a number, the sender of a message; a contract's number and first service. */
  title: z.string(),
  /** In cents: the balance due of an invoice, the total of a contract or a proposal. */
  amount: z.int().nullable(),
  /** Number of items combined in this one. */
  count: z.int(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  /** In the office's calendar. */
  due: CalendarDate.nullable(),
  isLate: z.boolean(),
  since: Instant,
  /** A portal address; the hash selects where to begin. */
  link: z.string(),
})
export type ToDo = z.infer<typeof ToDo>

/** Overdue and earliest due first, then longest waiting. At most 50; `more` says that there are others. */
export const ToDoList = z.object({ items: z.array(ToDo), more: z.boolean() })
export type ToDoList = z.infer<typeof ToDoList>

export const maxToDos = 50

/** @param slug the policy to acknowledge, null if there are several */
export function linkOf(kind: ToDoKind, id: string, folderId: string | null, slug: string | null): string {
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

/** Due items first, earliest first; then the longest waiting; low-priority items last. */
export const byUrgency = (
  one: Pick<ToDo, 'kind' | 'due' | 'since' | 'id'>,
  other: Pick<ToDo, 'kind' | 'due' | 'since' | 'id'>,
): number =>
  (one.due ?? '9999').localeCompare(other.due ?? '9999') ||
  Number(isForLater(one)) - Number(isForLater(other)) ||
  one.since.localeCompare(other.since) ||
  one.id.localeCompare(other.id)

const isForLater = ({ kind }: Pick<ToDo, 'kind'>) => kind === 'acknowledge-policies'

/** The last message that someone has read in a thread. */
export const MessageReading = z.strictObject({ lastMessageId: Id })
export type MessageReading = z.infer<typeof MessageReading>
