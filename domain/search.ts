// Search: a few characters lead to folders, people, documents, and messages. Results are limited to what the user may
// see.
import { z } from 'zod'
import { Id } from './text.ts'

/** In display order of the groups. */
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
  'document-texts',
  'messages',
  'assignment-comments',
  'staff-notes',
  'tasks',
])
export type SearchKind = z.infer<typeof SearchKind>

/** Results per kind; users refine the query to see others. */
export const resultsPerKind = 5

/** Additional words are ignored. */
export const maxWords = 6

/** A search result. `clientFolderId` is its folder or, for a person, their newest folder. */
export const SearchItem = z.object({
  /** A policy's slug, a form's name in the catalog, otherwise an id. */
  id: z.string(),
  title: z.string(),
  /** Distinguishes items with the same name. For a message, comment, or note an excerpt, for a document's text also the folder. */
  detail: z.string().nullable(),
  status: z.string().nullable(),
  clientFolderId: Id.nullable(),
  /** Of a comment: where it is shown. */
  assignmentId: Id.optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** Empty groups are left out. */
export const SearchResult = z.object({
  groups: z.array(z.object({ kind: SearchKind, items: z.array(SearchItem) })),
})
export type SearchResult = z.infer<typeof SearchResult>

/** The words of a query, in any order; all must match. */
export const wordsOf = (q: string): string[] =>
  q
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)

/** It matches only at the beginning of a word: a trigram index needs at least three characters. */
export const isShort = (word: string): boolean => word.length <= 2

const excerptLength = 160
/** What is shown before the first match. */
const excerptLead = 32

/** A line of a text around a match of the longest word, with an ellipsis where the text is cut off. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const longest = longestFirst(words)[0]
  return excerptAt(line, longest === undefined ? 0 : line.search(matchOf([longest])))
}

/**
 * The same of a document's text, around the place where its longest word begins; null unless each word begins a word of
 * the text.
 */
export function excerptOfDocument(text: string, words: readonly string[]): string | null {
  const places = longestFirst(words).map((word) => text.search(beginningOf(word.normalize('NFKC'))))
  const [place = -1] = places
  if (places.includes(-1)) return null
  const before = text
    .slice(Math.max(0, place - excerptLength), place)
    .trimStart()
    .replace(/\s+/g, ' ')
  const after = text
    .slice(place, place + 4 * excerptLength)
    .trimEnd()
    .replace(/\s+/g, ' ')
  return excerptAt(before + after, before.length)
}

function excerptAt(line: string, match: number): string {
  const start = match <= excerptLead ? 0 : wordStart(line, match - excerptLead, match)
  const end = start + excerptLength >= line.length ? line.length : wordEnd(line, start + excerptLength, match)
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}

/** The parts of a text in order; a match is an occurrence of one of the words. */
export function partsOf(text: string, words: readonly string[]): { text: string; isMatch: boolean }[] {
  if (words.length === 0) return [{ text, isMatch: false }]
  // Each second part is what the pattern's group matched.
  return text
    .split(matchOf(words))
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const matchOf = (words: readonly string[]) => new RegExp(`(${longestFirst(words).map(patternOf).join('|')})`, 'giu')

const patternOf = (word: string) => (isShort(word) ? String.raw`(?<=^|\s|…)` : '') + escaped(word)

const beginningOf = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${escaped(word)}`, 'iu')

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** So that `handbook` is matched whole where `hand` is searched for, too. */
const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)

/** The beginning of a word from `from` on, or, in a text without spaces, of a character. */
function wordStart(line: string, from: number, match: number): number {
  const space = line.indexOf(' ', from)
  if (space !== -1 && space < match) return space + 1
  return isInCharacter(line, from) ? from - 1 : from
}

function wordEnd(line: string, to: number, match: number): number {
  const space = line.lastIndexOf(' ', to)
  if (space > match) return space
  return isInCharacter(line, to) ? to - 1 : to
}

/** Between the two halves of a character such as an emoji. */
const isInCharacter = (line: string, at: number) => (line.codePointAt(at - 1) ?? 0) > 0xff_ff

/**
 * Recently opened items, as remembered by the browser: `client-folders:…,hr-forms:…`. Their names are looked up each
 * time.
 */
export const maxRecent = 8
export const Recent = z
  .string()
  .max(1000, 'List at most eight records.')
  .transform((text) =>
    text
      .split(',')
      .slice(0, maxRecent)
      .map((each) => /^([a-z-]+):([0-9a-z-]{1,100})$/.exec(each))
      .flatMap((found) => {
        const kind = SearchKind.safeParse(found?.[1]).data
        return kind === undefined || found?.[2] === undefined ? [] : [{ kind, id: found[2] }]
      }),
  )
export type Recent = z.output<typeof Recent>
