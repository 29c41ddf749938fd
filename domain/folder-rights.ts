// What of a folder its contacts can be given, and what each part of it needs.
import { z } from 'zod'

/** What of a folder can be given or kept back; assignments go with the documents, and its name is every contact's to see. */
export const FolderRights = z.object({ money: z.boolean(), documents: z.boolean(), messages: z.boolean() })
export type FolderRights = z.infer<typeof FolderRights>
export const folderRights = ['money', 'documents', 'messages'] as const satisfies readonly (keyof FolderRights)[]

/**
 * What somebody asks of a folder: that it is there, one part of it, or everything. The client and the team have everything; a contact
 * has the folder and the parts that they were given.
 */
export type FolderPart = 'folder' | 'money' | 'documents' | 'messages' | 'everything'

const needed: Record<FolderPart, readonly (keyof FolderRights)[]> = {
  folder: [],
  money: ['money'],
  documents: ['documents'],
  messages: ['messages'],
  everything: folderRights,
}

/** The rights without which a contact does not see a part. */
export const rightsNeeded = (part: FolderPart): readonly (keyof FolderRights)[] => needed[part]

const parts = {
  'client-folders': 'folder',
  assignments: 'documents',
  documents: 'documents',
  'document-requests': 'documents',
  'hr-form-submissions': 'documents',
  messages: 'messages',
  proposals: 'money',
  contracts: 'money',
  invoices: 'money',
  payments: 'money',
  drafts: 'everything',
  'email-choices': 'everything',
  erasures: 'everything',
  'first-steps': 'everything',
  'folder-access-requests': 'everything',
  'folder-contacts': 'everything',
  'folder-exports': 'everything',
  'hr-assistant': 'everything',
  'hr-policies': 'everything',
  'legal-holds': 'everything',
  notices: 'everything',
  objects: 'everything',
  'onboarding-reports': 'everything',
  'retention-rules': 'everything',
  'service-rates': 'everything',
  'service-requests': 'everything',
  'session-ended': 'everything',
  staff: 'everything',
  'staff-notes': 'everything',
  users: 'everything',
  'verified-answers': 'everything',
  waiting: 'everything',
} as const satisfies Record<string, FolderPart>

/** What a live event can be about, by the noun of its address. */
export type ChangeType = keyof typeof parts

/** The part of a folder that a changed thing belongs to: contacts without the rights to it are not told. */
export const partOf = (type: ChangeType): FolderPart => parts[type]
