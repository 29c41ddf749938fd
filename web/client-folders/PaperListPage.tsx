import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import type { Page } from '../kit/call.ts'
import { useCreating } from '../kit/creating.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, type ListState, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TakeAlong } from '../kit/TakeAlong.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { FolderPicker } from './FolderPicker.tsx'
import { useSeesFolders } from './use-sees-folders.ts'

const names = ['q', 'status', 'folder', 'order'] as const

/** What such a list is narrowed and ordered by, kept in the address. */
export const usePaperList = () => useListState(names, 'order')

type PaperListPageProps<T> = {
  /** "invoice" */
  what: string
  title: string
  description: string
  actions?: ReactNode
  list: ListState<(typeof names)[number]>
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  statuses: readonly Choice[]
  orders: readonly Choice[]
  /** The endpoint of the list as CSV, and its query. */
  csv: { endpoint: Endpoint; query: object }
  /** Where the search looks: "numbers and client folders". */
  looksAt: string
  /** Shown while there are none at all. */
  none: ReactNode
  /** The dialog that creates one; null for those who may not. */
  createDialog: ((onClose: () => void) => ReactNode) | null
  children: (item: T) => ReactNode
}

/** The page of all proposals, contracts or invoices that the reader may see: search, filters, CSV, cards, and creating one. */
export function PaperListPage<T>(props: PaperListPageProps<T>) {
  const { what, title, description, actions, list, query, statuses, orders, csv, looksAt, none, createDialog } = props
  const [creating, setCreating] = useCreating()
  const mayExport = useMay(csv.endpoint)
  const seesFolders = useSeesFolders()
  const plural = `${what}s`
  const capital = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const create = (variant?: 'primary') =>
    createDialog !== null && (
      <Button variant={variant} onClick={() => setCreating(true)}>
        <Plus />
        Create {capital}
      </Button>
    )
  return (
    <>
      <PageHeader
        home={useHome()}
        title={title}
        description={description}
        actions={
          <>
            {actions}
            {create('primary')}
          </>
        }
      />
      <ListFilters
        label={`Search ${plural}`}
        state={list}
        words="q"
        place="page"
        filters={[
          { name: 'status', label: 'Status', all: 'Any status', choices: statuses },
          { name: 'order', label: 'Order', all: 'Newest first', choices: orders },
        ]}
      >
        {seesFolders && (
          <FolderPicker
            label="Client folder"
            all="All client folders"
            value={list.values.folder}
            className="min-w-48 flex-1 sm:w-64 sm:flex-none [&_label]:sr-only"
            onChoose={(chosen) => list.set('folder', chosen?.id ?? '')}
          />
        )}
        {mayExport && <TakeAlong endpoint={csv.endpoint} query={csv.query} what={plural} />}
      </ListFilters>
      <PagedList
        query={query}
        more={`Show more ${plural}`}
        loading={
          <Panel flush>
            <SkeletonRows label={`Loading ${plural}`} />
          </Panel>
        }
        empty={
          <Panel>
            {list.isFiltered ? (
              <EmptyState title={`No ${what} matches`} action={<Button onClick={list.clear}>Show all {plural}</Button>}>
                The search looks at {looksAt}.
              </EmptyState>
            ) : (
              <EmptyState title={`No ${plural} yet`} action={createDialog === null ? undefined : create()}>
                {none}
              </EmptyState>
            )}
          </Panel>
        }
      >
        {(items) => <CardGrid label={`${capital}s`}>{items.map(props.children)}</CardGrid>}
      </PagedList>
      {creating && createDialog?.(() => setCreating(false))}
    </>
  )
}
