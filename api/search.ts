import { Recent, SearchResult } from '../domain/search.ts'
import { read, search } from './kit/endpoint.ts'

export const findAnything = read({
  path: '/api/search',
  who: 'signed-in',
  summary:
    'Searches everything that the caller can see for names that contain all words of `q`, and messages and staff-only notes for texts that do: five of each kind, matches at the beginning of a name first, then the newest. One or two characters match only beginnings of words, and of proposals, contracts, and invoices only the latest. Messages and notes need a word of at least three characters; their `detail` is an excerpt. Without words, it returns what `recent` names (`kind:id`, separated by commas) if the caller can see it.',
  query: { ...search, recent: Recent.optional() },
  reply: SearchResult,
})
