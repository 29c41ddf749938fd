// A client folder's employee handbook: chosen policies in order, filled in for the employer. Sending it stores a
// version that never changes and adds its PDF to the folder, where the client acknowledges it by signing.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { HeadCount, Sector } from './audience.ts'
import { conflict, forbidden } from './errors.ts'
import { type PolicyField, policyFieldNames, policyFields } from './model-policy.ts'
import { Id, Instant, versioned, optionalName, requiredName } from './text.ts'

export const maxHandbookPolicies = 60

export const HandbookAction = z.enum(['edit', 'send', 'download-draft'])
export type HandbookAction = z.infer<typeof HandbookAction>

/** A model policy by its slug, or one of the firm's own by its id. */
export const HandbookItem = z.strictObject({
  source: z.enum(['model', 'own'], 'Choose a policy from the list.'),
  id: z.string().min(1).max(100),
})
export type HandbookItem = z.infer<typeof HandbookItem>

const allOnce = (items: HandbookItem[]) =>
  new Set(items.map(({ source, id }) => `${source} ${id}`)).size === items.length

/** Values for the employer; a missing or empty field remains in brackets. */
export const HandbookFields = z.strictObject(
  Object.fromEntries(policyFieldNames.map((field) => [field, optionalName])) as Record<
    PolicyField,
    typeof optionalName
  >,
)
export type HandbookFields = z.infer<typeof HandbookFields>

export const HandbookInput = z.strictObject({
  title: requiredName('Enter a title.'),
  items: z
    .array(HandbookItem, 'Choose the policies.')
    .max(maxHandbookPolicies, `A handbook can have at most ${maxHandbookPolicies} policies.`)
    .refine(allOnce, 'A policy is on the list twice.'),
  fields: HandbookFields,
  /** Null: the folder's value. */
  headCount: HeadCount.nullable().default(null),
  sector: Sector.nullable().default(null),
})
export type HandbookInput = z.infer<typeof HandbookInput>

export const HandbookVersion = z.object({
  id: Id,
  number: z.int(),
  title: z.string(),
  /** The titles of its policies, in order. */
  policies: z.array(z.string()),
  /** The document that the client signs; null once it was deleted. */
  documentId: Id.nullable(),
  signedAt: Instant.nullable(),
  declinedAt: Instant.nullable(),
  /** Employees who were asked to acknowledge it, and those who did. */
  askedEmployees: z.int(),
  acknowledgedEmployees: z.int(),
  createdByName: z.string().nullable(),
  createdAt: Instant,
})
export type HandbookVersion = z.infer<typeof HandbookVersion>

export const Handbook = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  title: z.string(),
  items: z.array(HandbookItem),
  fields: z.record(z.string(), z.string().nullable()),
  headCount: z.int().nullable(),
  sector: Sector.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Handbook = z.infer<typeof Handbook>

/** The client side sees only sent versions: the draft's items and fields are empty. */
export const HandbookView = Handbook.extend({
  /** The title of each item; null if the policy was retired or is not published. */
  titles: z.array(z.string().nullable()),
  /** The draft's fields that are still in brackets, with the text in the brackets. */
  openFields: z.array(z.string()),
  /** Latest first. */
  versions: z.array(HandbookVersion),
  allowed: z.array(HandbookAction),
})
export type HandbookView = z.infer<typeof HandbookView>

export function allowedActions(actor: Actor, folderIsOpen: boolean): HandbookAction[] {
  if (isClient(actor)) return []
  return folderIsOpen ? ['edit', 'send', 'download-draft'] : ['download-draft']
}

export function assertCanWriteHandbook(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can change a handbook.')
}

/** Throws 409 for a handbook without policies, with one that is not in use, or with a field in brackets. */
export function assertCanSendHandbook(titles: readonly (string | null)[], open: readonly PolicyField[]): void {
  if (titles.length === 0) throw conflict('Choose at least one policy before you send the handbook.')
  if (titles.includes(null))
    throw conflict('A policy in this handbook is no longer in use. Remove it before you send the handbook.')
  if (open.length > 0)
    throw conflict(`Fill in ${open.map((field) => policyFields[field]).join(', ')} before you send the handbook.`)
}

export const handbookFileName = (title: string, format: 'pdf' | 'docx'): string =>
  `${title.toLowerCase().replace(/[^a-z0-9]/g, '_')}.${format}`

/** What an employee confirms on the last page. */
export const handbookAcknowledgment = [
  'I have received the employee handbook of [Employer]. I understand that I am responsible for reading it, and that I may ask [HR contact] about anything that is unclear.',
  'I understand that the handbook is not a contract, and that employment is at will unless a written contract or a law provides otherwise. I understand that [Employer] may change its policies with written notice.',
  'I know how to report a concern, and that [Employer] prohibits retaliation.',
]
