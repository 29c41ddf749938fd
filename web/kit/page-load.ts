import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { OwnUser } from '../../domain/session.ts'
import type { SearchParams } from './url-state.ts'

/** The input of a page's `load`, which starts its queries while its code is loading. */
export interface PageLoad<Param extends string = never> {
  client: QueryClient
  user: OwnUser
  params: Record<Param, string>
  search: SearchParams
}

/** Loads the parts of a page, so that they appear together. A part that fails shows its own error. */
export const prefetch = (client: QueryClient, queries: readonly { queryKey: QueryKey }[]) =>
  Promise.all(
    queries.map((query) =>
      'getNextPageParam' in query
        ? client.prefetchInfiniteQuery({ initialPageParam: null, ...query })
        : client.prefetchQuery(query),
    ),
  )
