// The work queue: what its reader can do next, most urgent first, each with one action. Clients see what only they can
// do; the team sees work in the folders that they can see, and every pending request.
import { z } from 'zod'
import { CalendarDate, Id, Instant } from './text.ts'
import { byUrgency, type ToDo, ToDoKind } from './to-do.ts'

export const TeamWorkKind = z.enum([
  'accept-request',
  'reply-message',
  'review-documents',
  'create-contract',
  'overdue-invoice',
  'unsigned-contract',
  'unsigned-document',
  'unanswered-proposal',
  'late-document-request',
  'due-assignment',
  'due-task',
  'review-access',
  'received-email',
])
export type TeamWorkKind = z.infer<typeof TeamWorkKind>

export const WorkKind = z.enum([...ToDoKind.options, ...TeamWorkKind.options])
export type WorkKind = z.infer<typeof WorkKind>

/** What an item's button does. */
export const WorkAction = z.enum([
  'sign',
  'pay',
  'answer',
  'upload',
  'open',
  'read',
  'accept',
  'reply',
  'message',
  'review',
  'complete',
  'done',
  'create-contract',
  'record-payment',
])
export type WorkAction = z.infer<typeof WorkAction>

export const WorkView = z.enum(['mine', 'all', 'overdue'])
export type WorkView = z.infer<typeof WorkView>

export const WorkItem = z.object({
  kind: WorkKind,
  /** Id of the item; for an unanswered thread, of its last message. */
  id: Id,
  /** Its name: a number, a title, a file name, a business. */
  title: z.string(),
  /** In cents; for an invoice, its balance due. */
  amount: z.int().nullable(),
  /** Number of items combined in this one. */
  count: z.int(),
  /** The contact person. */
  contact: z.string().nullable(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  since: Instant,
  due: CalendarDate.nullable(),
  isLate: z.boolean(),
  /** `open` if the reader can only view it. */
  action: WorkAction,
  /** For If-Match, if the action changes the item itself. */
  version: z.int().nullable(),
  /** The page of the action. */
  link: z.string(),
})
export type WorkItem = z.infer<typeof WorkItem>

/** What a client does with a part of their work, in the order of their queue. */
export const WorkGroup = z.enum(['sign', 'pay', 'answer', 'send', 'read'])
export type WorkGroup = z.infer<typeof WorkGroup>

/** All items of a group. `amount`: their sum in cents, null if none has one. */
export const WorkGroupCount = z.object({
  group: WorkGroup,
  count: z.int(),
  overdue: z.int(),
  amount: z.int().nullable(),
})
export type WorkGroupCount = z.infer<typeof WorkGroupCount>

/**
 * At most 100 items, most urgent first; the counts include all. A client's items are the first three of each group, and
 * as many others as fit. `groups`: those of a client that have any, none for the team. `nextAt`: when the next reply
 * becomes late.
 */
export const WorkQueue = z.object({
  items: z.array(WorkItem),
  counts: z.object({ mine: z.int(), all: z.int(), overdue: z.int() }),
  groups: z.array(WorkGroupCount),
  nextAt: Instant.nullable(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

export const maxWorkItems = 100

export const groupOf: Record<ToDoKind, WorkGroup> = {
  'sign-contract': 'sign',
  'sign-document': 'sign',
  'pay-invoice': 'pay',
  'answer-proposal': 'answer',
  'upload-document': 'send',
  'finish-assignment': 'send',
  'answer-message': 'read',
  'acknowledge-policies': 'read',
}

/** So many items of each group always fit. */
export const firstOfGroup = 3

/** The first items of each group, and as many others as fit, in their order. */
export function fitting<T extends Pick<ToDo, 'kind'>>(ordered: readonly T[], max: number): T[] {
  const seen = new Map<WorkGroup, number>()
  const isFirst = ordered.map(({ kind }) => {
    const place = seen.get(groupOf[kind]) ?? 0
    seen.set(groupOf[kind], place + 1)
    return place < firstOfGroup
  })
  let room = max - isFirst.filter(Boolean).length
  return ordered.filter((_item, index) => isFirst[index] === true || room-- > 0)
}

/** A client signs first, then pays, answers, sends, and reads. */
const rankOf: Record<ToDoKind, number> = {
  'sign-contract': 0,
  'sign-document': 0,
  'pay-invoice': 1,
  'answer-proposal': 2,
  'upload-document': 3,
  'finish-assignment': 3,
  'answer-message': 4,
  'acknowledge-policies': 5,
}

export const clientActions: Record<ToDoKind, WorkAction> = {
  'sign-contract': 'sign',
  'sign-document': 'sign',
  'pay-invoice': 'pay',
  'answer-proposal': 'answer',
  'upload-document': 'upload',
  'finish-assignment': 'open',
  'answer-message': 'read',
  'acknowledge-policies': 'read',
}

/** The order of a client's queue: by action, then by urgency. */
export const byClientRank = (
  one: Pick<ToDo, 'kind' | 'due' | 'since' | 'id'>,
  other: Pick<ToDo, 'kind' | 'due' | 'since' | 'id'>,
): number => rankOf[one.kind] - rankOf[other.kind] || byUrgency(one, other)

/** What the reader may do that decides on an action. */
export interface WorkRights {
  /** Only administrators record payments and create contracts. */
  administers: boolean
  writesMessages: boolean
}

/** What the team's button does. */
export function teamActionOf(kind: TeamWorkKind, { administers, writesMessages }: WorkRights): WorkAction {
  const message = writesMessages ? 'message' : 'open'
  switch (kind) {
    case 'accept-request':
      return 'accept'
    case 'reply-message':
      return 'reply'
    case 'review-documents':
    case 'review-access':
    case 'received-email':
      return 'review'
    case 'due-assignment':
      return 'complete'
    case 'due-task':
      return 'done'
    case 'create-contract':
      return 'create-contract'
    case 'overdue-invoice':
      return administers ? 'record-payment' : message
    case 'unanswered-proposal':
    case 'late-document-request':
      return message
    // The reader’s own signature can be what is missing.
    case 'unsigned-contract':
    case 'unsigned-document':
      return 'open'
  }
}

type Linked = Pick<WorkItem, 'id' | 'title' | 'clientFolderId'> & { kind: TeamWorkKind }

/** The team's page for the action. */
export function teamLinkOf({ kind, id, title, clientFolderId }: Linked): string {
  const folder = `/client-folders/${clientFolderId}`
  switch (kind) {
    case 'accept-request':
      return `/?tab=requests&open=${id}`
    case 'reply-message':
      return `${folder}?tab=messages#messages`
    case 'review-documents':
    case 'late-document-request':
      return `${folder}?tab=requests`
    case 'unsigned-document':
      return `${folder}?tab=documents&documents=${encodeURIComponent(title)}`
    case 'due-assignment':
      return `${folder}?tab=assignments&assignment=${id}`
    case 'due-task':
      return `/tasks?panel=tasks/${id}`
    case 'review-access':
      return '/access-review'
    case 'received-email':
      return `/received-emails?email=${id}`
    case 'create-contract':
    case 'unanswered-proposal':
      return `/proposals/${id}`
    case 'unsigned-contract':
      return `/contracts/${id}`
    case 'overdue-invoice':
      return `/invoices/${id}`
  }
}
