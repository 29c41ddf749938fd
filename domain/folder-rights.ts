// The rights that contacts of a folder can have, what each part of it requires, and which parts staff see.
import { z } from 'zod'
import { type Actor, isAdministrator, isStaff, type StaffAccess } from './actor.ts'

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
 * A part of a folder: its existence, one part, what the team works on besides money, or everything. The client,
 * consultants, and administrators have everything; a contact has the folder and the parts they have rights to.
 */
export type FolderPart = 'folder' | 'money' | 'documents' | 'messages' | 'work' | 'everything'

const needed: Record<FolderPart, readonly (keyof FolderRights)[]> = {
  folder: [],
  money: ['money'],
  documents: ['documents'],
  messages: ['messages'],
  work: folderRights,
  everything: folderRights,
}

/** The rights that a contact needs to see a part. */
export const rightsNeeded = (part: FolderPart): readonly (keyof FolderRights)[] => needed[part]

/** The parts that staff see: bookkeepers in every folder, the others in those in which they work. */
export const partsOfStaff: Record<StaffAccess, readonly FolderPart[]> = {
  consultant: ['folder', 'money', 'documents', 'messages', 'work', 'everything'],
  bookkeeper: ['folder', 'money'],
  assistant: ['folder', 'documents', 'messages', 'work'],
}

export const staffSees = (access: StaffAccess, part: FolderPart): boolean => partsOfStaff[access].includes(part)

/** Whether someone's access includes this part of folders at all; only that of staff is limited. */
export const mayUsePart = ({ role, staffAccess }: Pick<Actor, 'role' | 'staffAccess'>, part: FolderPart): boolean =>
  role !== 'staff' || staffSees(staffAccess, part)

/** Whether someone sees this part of every folder. */
export const seesInEveryFolder = (actor: Pick<Actor, 'role' | 'staffAccess'>, part: FolderPart): boolean =>
  isAdministrator(actor) || (isStaff(actor) && actor.staffAccess === 'bookkeeper' && staffSees('bookkeeper', part))

const parts = {
  'access-reviews': 'everything',
  'client-folders': 'folder',
  assignments: 'documents',
  documents: 'documents',
  'document-requests': 'documents',
  deadlines: 'documents',
  employees: 'documents',
  'training-records': 'documents',
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
  'bulk-actions': 'work',
  'client-imports': 'everything',
  'document-imports': 'everything',
  drafts: 'everything',
  'email-choices': 'everything',
  erasures: 'everything',
  'firm-settings': 'everything',
  'setup-checklist': 'everything',
  'folder-access-requests': 'work',
  'folder-contacts': 'work',
  'folder-exports': 'everything',
  'hr-assistant': 'work',
  'hr-policies': 'everything',
  'own-forms': 'documents',
  'own-policies': 'everything',
  'legal-holds': 'everything',
  notifications: 'everything',
  objects: 'everything',
  'push-subscriptions': 'everything',
  'onboarding-reports': 'everything',
  'received-emails': 'messages',
  'saved-replies': 'messages',
  'retention-rules': 'everything',
  'service-rates': 'everything',
  'service-requests': 'everything',
  'session-ended': 'everything',
  staff: 'everything',
  'staff-covers': 'everything',
  'staff-notes': 'work',
  'time-entries': 'everything',
  tasks: 'work',
  'job-templates': 'work',
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

/** The entity types of audit entries that staff with this access see. */
export const typesOfStaff = (access: StaffAccess): string[] =>
  Object.entries({ ...parts, 'folder-members': 'work' as const }).flatMap(([type, part]) =>
    staffSees(access, part) ? [type] : [],
  )
