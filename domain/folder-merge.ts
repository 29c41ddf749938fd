// Merging a client folder that is a duplicate into the folder that remains: its content moves there, and it stays archived.
// No one gets access to the remaining folder without a choice for this person.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { assertNotArchived, type ClientFolder } from './client-folder.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { FolderRights } from './folder-rights.ts'
import { Id, Instant, requiredText } from './text.ts'

const noChoice = 'Choose for each person whether they get access to the remaining folder.'
const maxPeople = 200

/** `add`: as a contact, or as a team member; `none`: no access to the remaining folder. */
export const MergeChoice = z.enum(['add', 'none'], 'Choose whether this person gets access.')
export type MergeChoice = z.infer<typeof MergeChoice>

export const FolderMergeInput = z.strictObject({
  intoId: z.uuid('Choose the folder that remains.'),
  reason: requiredText('Enter the reason for the merge.'),
  /** A choice for everyone who doesn't see the remaining folder yet. */
  people: z.array(z.strictObject({ userId: Id, choice: MergeChoice }), noChoice).max(maxPeople, noChoice),
})
export type FolderMergeInput = z.infer<typeof FolderMergeInput>

/** Someone who sees the duplicate. Administrators and bookkeepers are not listed, since they see every folder. */
export const MergePerson = z.object({
  userId: Id,
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(['client', 'contact', 'lead', 'member', 'creator']),
  /** What a contact sees; null for everyone who sees all of it. */
  rights: FolderRights.nullable(),
  /** They see the remaining folder already, and that doesn't change. */
  hasAccess: z.boolean(),
})
export type MergePerson = z.infer<typeof MergePerson>

const MergeLine = z.object({ what: z.string(), count: z.int() })
export type MergeLine = z.infer<typeof MergeLine>

/** What a merge would do. */
export const FolderMergePreview = z.object({
  intoName: z.string(),
  clientEmail: z.string().nullable(),
  intoClientEmail: z.string().nullable(),
  hasSameClient: z.boolean(),
  moves: z.array(MergeLine),
  /** What the remaining folder has already. */
  stays: z.array(MergeLine.extend({ why: z.string() })),
  people: z.array(MergePerson),
  /** The client's side of the remaining folder, which will see what moves. */
  readers: z.array(MergePerson.pick({ name: true, email: true, rights: true })),
  /** Why the folders can't be merged now. */
  obstacles: z.array(z.string()),
})
export type FolderMergePreview = z.infer<typeof FolderMergePreview>

/** A merge as the page of either folder shows it: `from` that folder, or `into` it. */
export const FolderMerge = z.object({
  clientFolderId: Id,
  name: z.string(),
  direction: z.enum(['into', 'from']),
  reason: z.string().nullable(),
  mergedByName: z.string().nullable(),
  mergedAt: Instant,
})

type Merged = Pick<ClientFolder, 'id' | 'status' | 'mergedAt'>

/** Throws 403 for everyone but administrators, 400 for the same folder, 409 for a merged or archived one. */
export function assertCanMergeFolders(folder: Merged, into: Merged, actor: Pick<Actor, 'role'>): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can merge client folders.')
  if (folder.id === into.id) throw invalid('intoId', 'Choose another folder.')
  if (folder.mergedAt !== null) throw conflict('This folder was already merged into another one.')
  if (into.mergedAt !== null) throw conflict('The folder that you chose was merged into another one. Choose that one.')
  if (into.status === 'archived')
    throw conflict('The folder that you chose is archived. Make it active, or choose another one.')
  assertNotArchived(folder)
}

/** Numbers of what a merge can't move, in the duplicate. */
export const MergeFacts = z.object({
  proposals: z.int(),
  contracts: z.int(),
  invoices: z.int(),
  creditNotes: z.int(),
  invoicePlans: z.int(),
  clientPrices: z.int(),
  signedDocuments: z.int(),
  /** Documents that someone has yet to sign. */
  pendingDocuments: z.int(),
  /** Versions of a handbook, if the remaining folder has a handbook as well. */
  handbookVersions: z.int(),
  legalHolds: z.int(),
  accessRequests: z.int(),
  /** Bulk actions and imports. */
  runningActions: z.int(),
  runningExports: z.int(),
})
export type MergeFacts = z.infer<typeof MergeFacts>

const agreements = {
  proposals: ['proposal', 'proposals'],
  contracts: ['contract', 'contracts'],
  invoices: ['invoice', 'invoices'],
  creditNotes: ['credit note', 'credit notes'],
  invoicePlans: ['recurring invoice', 'recurring invoices'],
  clientPrices: ['client price', 'client prices'],
  signedDocuments: ['signed document', 'signed documents'],
} as const satisfies Partial<Record<keyof MergeFacts, readonly [one: string, many: string]>>

const sentences = {
  pendingDocuments: 'This folder has documents waiting for signatures. Withdraw them first.',
  handbookVersions: 'Both folders have a handbook, and the one in this folder was sent. It can’t be moved.',
  legalHolds: 'This folder is on legal hold. Release the hold first.',
  accessRequests: 'Someone is waiting for access to this folder. Confirm or decline the request first.',
  runningActions: 'A bulk action or an import for this folder is still running. Try again in a few minutes.',
  runningExports: 'This folder is being exported. Try again in a few minutes.',
} as const satisfies Partial<Record<keyof MergeFacts, string>>

const keysOf = <T extends object>(given: T) => Object.keys(given) as (keyof T)[]

/** Why these folders can't be merged, a sentence for each reason. */
export function mergeObstacles(facts: MergeFacts): string[] {
  const found = keysOf(agreements).filter((key) => facts[key] > 0)
  const counted = found.map((key) => `${facts[key]} ${agreements[key][facts[key] === 1 ? 0 : 1]}`)
  const list = new Intl.ListFormat('en-US').format(counted)
  return [
    ...(found.length === 0
      ? []
      : [
          `This folder has ${list}, which can’t be moved. If the other folder has none of these, merge it into this one instead.`,
        ]),
    ...keysOf(sentences).flatMap((key) => (facts[key] > 0 ? [sentences[key]] : [])),
  ]
}

export function assertNoObstacles(obstacles: readonly string[]): void {
  if (obstacles.length > 0) throw conflict(obstacles.join(' '))
}

/** Throws 400 unless there is one choice for each person who doesn't see the remaining folder, and for no one else. */
export function assertChoicesComplete(people: readonly MergePerson[], choices: FolderMergeInput['people']): void {
  const open = people.flatMap(({ userId, hasAccess }) => (hasAccess ? [] : [userId])).toSorted()
  const given = choices.map(({ userId }) => userId).toSorted()
  if (open.length !== given.length || open.some((userId, at) => userId !== given[at])) throw invalid('people', noChoice)
}

/** The client of the duplicate becomes a contact who sees everything, as before. */
export const rightsAfterMerge = ({ rights }: Pick<MergePerson, 'rights'>): FolderRights =>
  rights ?? { money: true, documents: true, messages: true, sign: true }
