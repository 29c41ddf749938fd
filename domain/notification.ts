// A notification tells one person what happened that concerns them. Every email of the portal is one as well, because
// it has the same data: the recipient, the subject, and the page.
import { z } from 'zod'
import type { Role } from './actor.ts'
import { invalid } from './errors.ts'
import { Id, Instant, versioned, optionalId } from './text.ts'

export const NotificationKind = z.enum([
  'messages',
  'documents',
  'assignments',
  'money',
  'requests',
  'signatures',
  'account',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** The kinds whose emails can be turned off; emails about the user's own account are always sent right away. */
export const choosableKinds = [
  'messages',
  'documents',
  'assignments',
  'money',
  'requests',
  'signatures',
] as const satisfies readonly NotificationKind[]
export type ChoosableKind = (typeof choosableKinds)[number]

/** When an email is sent: `daily` combines them in one email each morning. */
export const Delivery = z.enum(['at-once', 'daily', 'never'], 'Choose an option from the list.')
export type Delivery = z.infer<typeof Delivery>

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  subject: z.string(),
  /** Who did it; null for the portal itself. */
  actorName: z.string().nullable(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  /** The page that it links to. */
  path: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  ...versioned,
})
export type Notification = z.infer<typeof Notification>

/** Upper limit of the unread count. */
export const maxUnreadCount = 100
export const retentionDays = 90
/** How many can be marked as read by their ids in one call. */
export const maxIdsRead = 200

export const NotificationFigures = z.object({ unread: z.int() })
export type NotificationFigures = z.infer<typeof NotificationFigures>

/** Which notifications to mark as read: all, or these, or those about a folder, or of a kind. */
export const NotificationsRead = z.strictObject({
  ids: z.array(Id).min(1).max(maxIdsRead).optional(),
  clientFolderId: optionalId,
  kind: NotificationKind.optional(),
})
export type NotificationsRead = z.infer<typeof NotificationsRead>

export const EmailChoices = z.object({
  choices: z.array(z.object({ kind: NotificationKind, delivery: Delivery, isFixed: z.boolean() })),
})
export type EmailChoices = z.infer<typeof EmailChoices>

const choice = Delivery.optional()
export const EmailChoicesInput = z.strictObject({
  messages: choice,
  documents: choice,
  assignments: choice,
  money: choice,
  requests: choice,
  signatures: choice,
} satisfies Record<ChoosableKind, typeof choice>)
export type EmailChoicesInput = z.infer<typeof EmailChoicesInput>

/**
 * Maps an email's subject to its kind. Emails that are not listed are always sent, and their link is not stored in a
 * notification.
 */
const kinds: Record<string, NotificationKind> = {
  messages: 'messages',
  'messages-due': 'messages',
  'staff-notes': 'messages',
  documents: 'documents',
  'documents-expiring': 'documents',
  'hr-forms': 'documents',
  'hr-policy': 'documents',
  deadlines: 'documents',
  'document-requests': 'documents',
  'document-requests-due': 'documents',
  'document-requests-returned': 'documents',
  'document-requests-settled': 'documents',
  'onboarding-reports': 'documents',
  assignments: 'assignments',
  'assignment-comments': 'assignments',
  'assignments-due': 'assignments',
  tasks: 'assignments',
  proposals: 'money',
  invoices: 'money',
  'service-request': 'requests',
  'service-request-new': 'requests',
  'service-request-due': 'requests',
  'client-folder': 'requests',
  bookings: 'requests',
  'hr-assistant': 'requests',
  'folder-access': 'requests',
  contract: 'signatures',
  signatures: 'signatures',
  'signatures-due': 'signatures',
  account: 'account',
  'access-review': 'requests',
}

/** @param about an email's subject: a topic, or a topic and an id ("contract 0190…") */
export const kindOf = (about: string): NotificationKind | null => kinds[about.split(' ')[0] ?? ''] ?? null

/** Emails about a client's documents to sign have legal effects, so they can't be delayed. */
export const isFixed = (kind: NotificationKind, role: Role): boolean =>
  kind === 'account' || (kind === 'signatures' && role === 'client')

export function resolveEmailChoices(input: EmailChoicesInput, role: Role): [ChoosableKind, Delivery][] {
  const chosen = choosableKinds.flatMap((kind): [ChoosableKind, Delivery][] => {
    const delivery = input[kind]
    return delivery === undefined ? [] : [[kind, delivery]]
  })
  const refused = chosen.find(([kind, delivery]) => delivery !== 'at-once' && isFixed(kind, role))
  if (refused) throw invalid(refused[0], 'Emails about documents to sign are always sent right away.')
  return chosen
}

const tabs: Partial<Record<NotificationKind, string>> = {
  messages: 'messages',
  documents: 'documents',
  signatures: 'documents',
  assignments: 'assignments',
}

/** Where a notification links to: like its email, and in a folder to the right tab. */
export function placeOf(path: string, kind: NotificationKind, clientFolderId: string | null): string {
  if (kind === 'account') return '/account'
  if (clientFolderId === null) return path
  const tab = tabs[kind] === undefined ? '' : `tab=${tabs[kind]}`
  if (path === '/' || path === `/?folder=${clientFolderId}`)
    return `/?folder=${clientFolderId}${tab === '' ? '' : `&${tab}`}`
  return path === `/client-folders/${clientFolderId}` && tab !== '' ? `${path}?${tab}` : path
}

/** The daily summary is sent from this hour in the office on. */
export const summaryHour = 8
