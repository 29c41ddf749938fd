import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import type { Page } from './call.ts'
import { ErrorLine, ErrorState } from './EmptyState.tsx'
import { focusWhatIsNew, followFocus } from './follow-focus.ts'
import { loadNextPage } from './next-page.ts'
import { SkeletonRows } from './Skeleton.tsx'

type PagedListProps<T> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  /** The empty state. */
  empty: ReactNode
  /** The words of the button that brings the next page. */
  more?: string
  loading?: ReactNode
  children: (items: T[]) => ReactNode
}

/** The four faces of every list: loading, failed, empty, full; and the way to its next page. */
export function PagedList<T>({
  query,
  empty,
  more = 'Show more',
  loading = <SkeletonRows />,
  children,
}: PagedListProps<T>) {
  const foot = useRef<HTMLDivElement>(null)
  const focusNew = useRef<() => void>(undefined)
  const pages = query.data?.pages.length
  useLayoutEffect(() => {
    focusNew.current?.()
    focusNew.current = undefined
  }, [pages])
  function showMore() {
    const list = foot.current?.parentElement
    if (foot.current && list) focusNew.current = focusWhatIsNew(list, foot.current)
    void loadNextPage(query)
  }
  if (query.isPending) return loading
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      {query.hasNextPage && (
        <div ref={foot} className="border-t border-line px-4 py-3 sm:px-5">
          {query.isFetchNextPageError && !query.isFetchingNextPage ? (
            <ErrorLine what="Couldn’t load more." error={query.error} onRetry={showMore} />
          ) : (
            <Button
              variant="ghost"
              pending={query.isFetchingNextPage}
              pendingLabel="Loading..."
              onClick={({ currentTarget }) => {
                followFocus(currentTarget)
                showMore()
              }}
            >
              {more}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

type ListRead = { data?: InfiniteData<Page<unknown>> | undefined; isPending: boolean }

/**
 * Whether a list has its actions above it. The empty state has them otherwise, so they are hidden until the list was
 * read once. While it is read with another filter, nothing changes.
 */
export function useActionsAbove({ data, isPending }: ListRead, isFiltered = false): boolean {
  const [before, setBefore] = useState(false)
  const isEmpty = data?.pages.every(({ items }) => items.length === 0) ?? false
  const now = isFiltered || (isPending ? before : !isEmpty)
  if (now !== before) setBefore(now)
  return now
}

/** How many items are loaded, for a tab's count: a bare number once all are, with a plus while there are more. */
export const countOf = (query: { data?: InfiniteData<Page<unknown>> | undefined; hasNextPage: boolean }) => {
  const loaded = query.data?.pages.reduce((sum, page) => sum + page.items.length, 0)
  return loaded === undefined || query.hasNextPage ? undefined : loaded
}
