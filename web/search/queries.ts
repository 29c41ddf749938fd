import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findAnything } from '../../api/search.ts'
import type { SearchResult } from '../../domain/search.ts'
import { call } from '../kit/call.ts'

/** Results are not cached, because access can change. */
export const searchResults = (q: string) =>
  queryOptions({
    queryKey: ['search', 'words', q],
    queryFn: ({ signal }): Promise<SearchResult> => call(findAnything, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
    gcTime: 0,
    staleTime: 0,
  })

export const recentResults = (recent: readonly string[]) =>
  queryOptions({
    queryKey: ['search', 'recent', recent],
    // A list in the address is one text; the endpoint reads it as one.
    queryFn: ({ signal }): Promise<SearchResult> => call(findAnything, { query: { recent: recent.join(',') }, signal }),
    enabled: recent.length > 0,
    gcTime: 0,
    staleTime: 0,
  })
