import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { OwnUser } from '../../domain/session.ts'
import type { SearchParams } from './url-state.ts'

/** What a page's `load` is given: it reads what the page shows while the page's code is fetched. */
export interface PageLoad<Param extends string = never> {
  client: QueryClient
  user: OwnUser
  params: Record<Param, string>
  search: SearchParams
}

/** Reads the parts of a page, so that they appear together. A part that can't be read says so itself. */
export const prefetch = (client: QueryClient, queries: readonly { queryKey: QueryKey }[]) =>
  Promise.all(
    queries.map((query) =>
      'getNextPageParam' in query
        ? client.prefetchInfiniteQuery({ initialPageParam: null, ...query })
        : client.prefetchQuery(query),
    ),
  )
