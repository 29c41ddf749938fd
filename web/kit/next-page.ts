import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

/** Loads a list's next page. Refetching the list cancels the request for the page, so the page is requested again. */
export async function loadNextPage<T>(query: InfiniteQueryObserverResult<InfiniteData<T>>): Promise<void> {
  const before = query.data?.pages.length
  const after = await query.fetchNextPage()
  if (after.isSuccess && after.hasNextPage && after.data.pages.length === before) await loadNextPage(after)
}
