// How the documents of a folder are listed: views, counts, orders, and several downloaded together.
import { z } from 'zod'
import { Id } from './text.ts'

/** Parts of the list; without one, all documents. */
export const DocumentListView = z.enum(['to-sign', 'signed', 'requested', 'from-client', 'from-team'])
export type DocumentListView = z.infer<typeof DocumentListView>

export const DocumentOrder = z.enum(['newest', 'oldest', 'name', 'name-desc', 'size', 'size-asc'])

export const DocumentFigures = z.object({
  all: z.int(),
  views: z.array(z.object({ view: DocumentListView, count: z.int() })),
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
