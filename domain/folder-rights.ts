// The rights that contacts of a folder can have, and what each part of it requires.
import { z } from 'zod'

/**
 * Rights that can be given individually. Assignments belong to documents; every contact sees the folder's name. With
 * `sign`, a contact can be chosen to sign what they may see.
 */
export const FolderRights = z.object({
  money: z.boolean(),
  documents: z.boolean(),
  messages: z.boolean(),
  sign: z.boolean(),
})
export type FolderRights = z.infer<typeof FolderRights>
export const folderRights = ['money', 'documents', 'messages'] as const satisfies readonly (keyof FolderRights)[]
export const contactRights = [...folderRights, 'sign'] as const satisfies readonly (keyof FolderRights)[]

/**
 * A part of a folder: its existence, one part, or everything. The client and the team have everything; a contact has
 * the folder and the parts they have rights to.
 */
export type FolderPart = 'folder' | 'money' | 'documents' | 'messages' | 'everything'

const needed: Record<FolderPart, readonly (keyof FolderRights)[]> = {
  folder: [],
  money: ['money'],
  documents: ['documents'],
  messages: ['messages'],
  everything: folderRights,
}

/** The rights that a contact needs to see a part. */
export const rightsNeeded = (part: FolderPart): readonly (keyof FolderRights)[] => needed[part]

const parts = {
  'client-folders': 'folder',
  assignments: 'documents',
  documents: 'documents',
  'document-requests': 'documents',
  deadlines: 'documents',
  employees: 'documents',
  'hr-form-submissions': 'documents',
  handbooks: 'documents',
  messages: 'messages',
  'message-readers': 'messages',
  proposals: 'money',
  contracts: 'money',
  invoices: 'money',
  'invoice-plans': 'money',
  'client-prices': 'money',
  payments: 'money',
  'online-payments': 'money',
  'credit-notes': 'money',
  retainers: 'money',
  'api-keys': 'everything',
  webhooks: 'everything',
  bookings: 'messages',
  'booking-hours': 'everything',
  books: 'everything',
  'bulk-actions': 'everything',
  'client-imports': 'everything',
  drafts: 'everything',
  'email-choices': 'everything',
  erasures: 'everything',
  'firm-settings': 'everything',
  'setup-checklist': 'everything',
  'folder-access-requests': 'everything',
  'folder-contacts': 'everything',
  'folder-exports': 'everything',
  'hr-assistant': 'everything',
  'hr-policies': 'everything',
  'own-policies': 'everything',
  'legal-holds': 'everything',
  notifications: 'everything',
  objects: 'everything',
  'onboarding-reports': 'everything',
  'retention-rules': 'everything',
  'service-rates': 'everything',
  'service-requests': 'everything',
  'session-ended': 'everything',
  staff: 'everything',
  'staff-notes': 'everything',
  'time-entries': 'everything',
  tasks: 'everything',
  'job-templates': 'everything',
  'agreement-templates': 'everything',
  timers: 'everything',
  users: 'everything',
  'verified-answers': 'everything',
  'to-dos': 'everything',
} as const satisfies Record<string, FolderPart>

/** Entity types of live events, by the noun of their address. */
export type ChangeType = keyof typeof parts

/** The part of a folder that a changed entity belongs to: contacts without its rights are not notified. */
export const partOf = (type: ChangeType): FolderPart => parts[type]
