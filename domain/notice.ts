// A notice tells one person what happened that concerns them. Each letter of the portal is one as well: whoever writes a letter
// has said who is concerned, about what, and where it leads.
import { z } from 'zod'
import type { Role } from './actor.ts'
import { invalid } from './errors.ts'
import { Id, Instant, kept, optionalId } from './text.ts'

export const NoticeKind = z.enum(['messages', 'documents', 'assignments', 'money', 'requests', 'signatures', 'account'])
export type NoticeKind = z.infer<typeof NoticeKind>

/** The kinds whose letters one may choose about; what happens to one's account is always told at once. */
export const choosableKinds = [
  'messages',
  'documents',
  'assignments',
  'money',
  'requests',
  'signatures',
] as const satisfies readonly NoticeKind[]
export type ChoosableKind = (typeof choosableKinds)[number]

/** When a letter goes out: `daily` gathers them in one letter each morning. */
export const Delivery = z.enum(['at-once', 'daily', 'never'], 'Please choose one of the list.')
export type Delivery = z.infer<typeof Delivery>

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  subject: z.string(),
  /** Who did it; null where the portal did. */
  actorName: z.string().nullable(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  /** The page that it leads to. */
  path: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  ...kept,
})
export type Notice = z.infer<typeof Notice>

/** Counting ends here: who has more unread has more than can be read at once. */
export const countedAtMost = 100
export const keptDays = 90

export const NoticeFigures = z.object({ unread: z.int() })
export type NoticeFigures = z.infer<typeof NoticeFigures>

/** Which notices are read: all, or those about a folder, or of a kind. */
export const NoticesRead = z.strictObject({ clientFolderId: optionalId, kind: NoticeKind.optional() })
export type NoticesRead = z.infer<typeof NoticesRead>

export const EmailChoices = z.object({
  choices: z.array(z.object({ kind: NoticeKind, delivery: Delivery, isFixed: z.boolean() })),
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

/** What a letter is about says its kind. What is not named here is always sent, and no notice holds its link. */
const kinds: Record<string, NoticeKind> = {
  messages: 'messages',
  'staff-notes': 'messages',
  documents: 'documents',
  'hr-forms': 'documents',
  'hr-policy': 'documents',
  'document-requests': 'documents',
  'document-requests-due': 'documents',
  'document-requests-returned': 'documents',
  'document-requests-settled': 'documents',
  'onboarding-reports': 'documents',
  assignments: 'assignments',
  proposals: 'money',
  invoices: 'money',
  'service-request': 'requests',
  'service-request-new': 'requests',
  'client-folder': 'requests',
  'hr-assistant': 'requests',
  'folder-access': 'requests',
  contract: 'signatures',
  signatures: 'signatures',
  account: 'account',
}

/** @param about as a letter says it: a topic, or a topic and an id ("contract 0190…") */
export const kindOf = (about: string): NoticeKind | null => kinds[about.split(' ')[0] ?? ''] ?? null

/** A client's papers to sign, and what becomes of them, matter legally: those letters can't be put off. */
export const isFixed = (kind: NoticeKind, role: Role): boolean =>
  kind === 'account' || (kind === 'signatures' && role === 'client')

export function chooseLetters(input: EmailChoicesInput, role: Role): [ChoosableKind, Delivery][] {
  const chosen = choosableKinds.flatMap((kind): [ChoosableKind, Delivery][] => {
    const delivery = input[kind]
    return delivery === undefined ? [] : [[kind, delivery]]
  })
  const refused = chosen.find(([kind, delivery]) => delivery !== 'at-once' && isFixed(kind, role))
  if (refused) throw invalid(refused[0], 'Letters about what you sign always come at once.')
  return chosen
}

const tabs: Partial<Record<NoticeKind, string>> = {
  messages: 'messages',
  documents: 'documents',
  signatures: 'documents',
  assignments: 'assignments',
}

/** Where a notice leads: as its letter does, and in a folder to the right tab. */
export function placeOf(path: string, kind: NoticeKind, clientFolderId: string | null): string {
  if (kind === 'account') return '/account'
  if (clientFolderId === null) return path
  const tab = tabs[kind] === undefined ? '' : `tab=${tabs[kind]}`
  if (path === '/' || path === `/?folder=${clientFolderId}`)
    return `/?folder=${clientFolderId}${tab === '' ? '' : `&${tab}`}`
  return path === `/client-folders/${clientFolderId}` && tab !== '' ? `${path}?${tab}` : path
}

/** The daily summary goes out from this hour of the office's clock on. */
export const summaryHour = 8
