import { Recent, SearchResult } from '../domain/search.ts'
import { read, search } from './kit/endpoint.ts'

export const findAnything = read({
  path: '/api/search',
  who: 'signed-in',
  summary:
    'Searches everything that the caller can see for names that contain all words of `q`, and messages, comments on assignments, staff-only notes, and the text of documents for texts that do: five of each kind, matches at the beginning of a name first, then the newest. One or two characters match only beginnings of words, and of proposals, contracts, and invoices only the latest. Texts need a word of at least three characters; their `detail` has an excerpt. In the text of PDF, DOCX, and XLSX documents, words match from their beginnings; a document is found by its text within minutes of its upload. Without words, it returns what `recent` names (`kind:id`, separated by commas) if the caller can see it.',
  query: { ...search, recent: Recent.optional() },
  reply: SearchResult,
})
