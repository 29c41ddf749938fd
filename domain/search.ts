// What one types a few letters of to get there: folders, people, papers. What may be found is what may be seen.
import { z } from 'zod'
import { Id } from './text.ts'

/** In the order in which the groups are shown. */
export const SearchKind = z.enum([
  'client-folders',
  'people',
  'service-requests',
  'documents',
  'proposals',
  'contracts',
  'invoices',
  'hr-policies',
  'hr-forms',
])
export type SearchKind = z.infer<typeof SearchKind>

/** So many of each kind; who looks for another types another letter. */
export const foundOfEach = 5

/** More words than this are not looked at. */
export const mostWords = 6

/** One thing that was found. `clientFolderId` is the folder that it lies in, or, for a person, the newest of theirs. */
export const SearchItem = z.object({
  /** A policy's slug, a form's name in the catalogue, else an id. */
  id: z.string(),
  title: z.string(),
  /** What tells it from others that are called the same. */
  detail: z.string().nullable(),
  status: z.string().nullable(),
  clientFolderId: Id.nullable(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** Groups without a find are left out. */
export const SearchResult = z.object({
  groups: z.array(z.object({ kind: SearchKind, items: z.array(SearchItem) })),
})
export type SearchResult = z.infer<typeof SearchResult>

/** The words of a search, in any order; each has to be found. */
export const wordsOf = (q: string): string[] =>
  q
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)

/** What somebody found lately, as their browser remembers it: `client-folders:…,hr-forms:…`. Names are asked for each time. */
export const mostRecent = 8
export const Recent = z
  .string()
  .max(1000, 'Please name at most eight things.')
  .transform((text) =>
    text
      .split(',')
      .slice(0, mostRecent)
      .map((each) => /^([a-z-]+):([0-9a-z-]{1,100})$/.exec(each))
      .flatMap((found) => {
        const kind = SearchKind.safeParse(found?.[1]).data
        return kind === undefined || found?.[2] === undefined ? [] : [{ kind, id: found[2] }]
      }),
  )
export type Recent = z.output<typeof Recent>
