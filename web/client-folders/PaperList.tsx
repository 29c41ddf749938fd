import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import type { Page } from '../kit/call.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import type { PaperListState } from './PaperFilters.tsx'

type PaperListProps<T> = {
  /** "invoice" */
  what: string
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  state: PaperListState
  /** Where the search looks: "numbers and client folders". */
  looksAt: string
  /** What is said, and can be begun, while there are none at all. */
  none: ReactNode
  begin?: ReactNode
  children: (paper: T) => ReactNode
}

/** Papers that lie in client folders, as sheets side by side: proposals, contracts, invoices. PaperFilters stands above. */
export function PaperList<T>({ what, query, state, looksAt, none, begin, children }: PaperListProps<T>) {
  return (
    <PagedList
      query={query}
      more={`Show more ${what}s`}
      loading={
        <Panel flush>
          <SkeletonRows label={`Loading ${what}s`} />
        </Panel>
      }
      empty={
        <Panel>
          {state.isFiltered ? (
            <EmptyState title={`No ${what} matches`} action={<Button onClick={state.clear}>Show all {what}s</Button>}>
              The search looks at {looksAt}.
            </EmptyState>
          ) : (
            <EmptyState title={`No ${what}s yet`} action={begin}>
              {none}
            </EmptyState>
          )}
        </Panel>
      }
    >
      {(papers) => (
        <CardGrid label={`${what.charAt(0).toUpperCase()}${what.slice(1)}s`}>{papers.map(children)}</CardGrid>
      )}
    </PagedList>
  )
}
