// How the documents of a folder are listed: views, counts, orders, and several downloaded together.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { Id, requiredName } from './text.ts'

/** Parts of the list; without one, all documents. */
export const DocumentListView = z.enum([
  'to-sign',
  'signed',
  'requested',
  'from-client',
  'from-team',
  'team-only',
  'expiring',
])
export type DocumentListView = z.infer<typeof DocumentListView>

export const documentViewsFor = (actor: Pick<Actor, 'role'>): DocumentListView[] =>
  DocumentListView.options.filter((view) => view !== 'team-only' || !isClient(actor))

const longestSubfolder = 80

/** The name of a subfolder: one line without surrounding spaces. */
export const SubfolderName = requiredName('Enter a name for the subfolder.')
  .refine((name) => !/[\p{Cc}\u2028\u2029/\\]/u.test(name), 'A subfolder’s name is one line without slashes.')
  .refine((name) => name.trim().length <= longestSubfolder, `Use up to ${longestSubfolder} characters for a name.`)
  .transform((name) => name.trim())

const longestTag = 40
const maxTags = 10

/** One line without commas, which separate tags in lists. */
export const DocumentTag = requiredName('Enter a tag.')
  .refine((tag) => !/[\p{Cc}\u2028\u2029,]/u.test(tag), 'A tag is one line without commas.')
  .refine((tag) => tag.trim().length <= longestTag, `Use up to ${longestTag} characters for a tag.`)
  .transform((tag) => tag.trim())

/** All tags of a document; two spellings of a tag are one. */
export const DocumentTags = z.strictObject({
  tags: z
    .array(DocumentTag, 'Enter the tags as a list.')
    .max(maxTags, `Use at most ${maxTags} tags.`)
    .refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, 'Enter each tag once.'),
})
export type DocumentTags = z.infer<typeof DocumentTags>

/** Null takes the document out of its subfolder. */
export const DocumentMove = z.strictObject({ subfolder: SubfolderName.nullable() })
export type DocumentMove = z.infer<typeof DocumentMove>

export const SubfolderRename = z.strictObject({ name: SubfolderName, newName: SubfolderName })
export type SubfolderRename = z.infer<typeof SubfolderRename>

export const Subfolder = z.object({ name: z.string(), count: z.int() })
export type Subfolder = z.infer<typeof Subfolder>

export const DocumentOrder = z.enum(['newest', 'oldest', 'name', 'name-desc', 'size', 'size-asc', 'expires'])

export const DocumentFigures = z.object({
  all: z.int(),
  views: z.array(z.object({ view: DocumentListView, count: z.int() })),
  /** By name. */
  subfolders: z.array(Subfolder),
  /** By name; a document counts for each of its tags. None for a client. */
  tags: z.array(Subfolder),
})
export type DocumentFigures = z.infer<typeof DocumentFigures>

/** How many documents can be downloaded together: their ids fit into an address. */
export const maxDocumentsInZip = 200

const wrongIds = `Choose 1 to ${maxDocumentsInZip} documents.`

/** Ids with commas between them. */
export const DocumentIds = z
  .string(wrongIds)
  .transform((text) => text.split(','))
  .pipe(z.array(Id).min(1, wrongIds).max(maxDocumentsInZip, wrongIds))
