import { Recent, SearchResult } from '../domain/search.ts'
import { read, search } from './kit/endpoint.ts'

export const findAnything = read({
  path: '/api/search',
  who: 'signed-in',
  summary:
    'What the caller may see whose names hold all the words of `q`, five of each kind, beginnings before middles, then the newest. A single letter or two look only at beginnings of words, among papers only at the latest. Without words: what `recent` names (`kind:id`, with commas between), as far as it may be seen.',
  query: { ...search, recent: Recent.optional() },
  reply: SearchResult,
})
