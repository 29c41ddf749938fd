import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { useClientBulk } from '../bulk-actions/use-client-bulk.tsx'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import type { Page } from '../kit/call.ts'
import { DataTable } from '../kit/DataTable.tsx'
import type { BulkAction } from '../kit/BulkBar.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, type ListState, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { usePanel } from '../side-panels/panel-address.ts'
import { AgreementViews } from './AgreementViews.tsx'
import { FolderPicker } from './FolderPicker.tsx'
import { useSeesFolders } from './use-sees-folders.ts'

const names = ['q', 'status', 'folder', 'order'] as const

/** Filters and order of the list, stored in the URL. */
export const useAgreementList = () => useListState(names, 'order')

type AgreementListPageProps<T> = {
  noun: 'proposals' | 'contracts' | 'invoices'
  /** "invoice" */
  what: string
  title: string
  description: string
  actions?: ReactNode
  /** Between the header and the list. */
  above?: ReactNode
  list: ListState<(typeof names)[number]>
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  statuses: readonly Choice[]
  /** The order without a choice. */
  firstOrder?: string
  orders: readonly Choice[]
  /** The endpoint of the list as CSV, and its query. */
  csv: { endpoint: Endpoint; query: object }
  /** Where the search looks: "numbers and client folders". */
  looksAt: string
  /** The empty state of an unfiltered list. */
  none: ReactNode
  /** The dialog that creates one; null for those who may not. */
  createDialog: ((onClose: () => void) => ReactNode) | null
  columns: readonly DataColumn<T>[]
  titleOf: (item: T) => string
  bulk?: readonly BulkAction<T>[]
  menu?: (item: T) => ReactNode
  /** A button at the end of the row. */
  rowAction?: ((item: T) => ReactNode) | undefined
  /** The item on a phone. */
  card: (item: T) => ReactNode
}

/** The page of all proposals, contracts, or invoices that the reader can see: views, search, filters, CSV, the table, and creating one. */
export function AgreementListPage<T extends { id: string; clientFolderId: string }>(props: AgreementListPageProps<T>) {
  const { noun, what, title, description, actions, above, list, query, statuses, orders, csv, looksAt, none } = props
  const { createDialog, columns, titleOf, bulk = [], menu, rowAction, card, firstOrder = 'Newest first' } = props
  const [creating, setCreating] = useCreateDialog()
  const mayExport = useMay(csv.endpoint)
  const seesFolders = useSeesFolders()
  const panel = usePanel()
  const clients = useClientBulk()
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
        crumbs={useAgreementCrumbs()}
        title={title}
        description={description}
        backToDashboard={false}
        actions={
          (actions !== undefined || createDialog !== null) && (
            <>
              {actions}
              {create('primary')}
            </>
          )
        }
      />
      {above}
      <AgreementViews
        noun={noun}
        folderId={list.values.folder}
        statuses={statuses}
        value={list.values.status}
        onChange={(chosen) => list.set('status', chosen)}
      />
      <ListFilters
        label={`Search ${plural}`}
        state={list}
        words="q"
        place="page"
        filters={[{ name: 'order', label: 'Sort by', all: firstOrder, choices: orders }]}
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
        {mayExport && <ExportButton endpoint={csv.endpoint} query={csv.query} what={plural} />}
      </ListFilters>
      <Panel flush className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
        <PagedList
          query={query}
          more={`Show more ${plural}`}
          loading={<SkeletonRows label={`Loading ${plural}`} rowHeight="h-11" rows={8} />}
          empty={
            list.isFiltered ? (
              <EmptyState
                title={`No matching ${plural}`}
                action={<Button onClick={list.clear}>Show all {plural}</Button>}
              >
                You can search by {looksAt}.
              </EmptyState>
            ) : (
              <EmptyState title={`No ${plural} yet`} action={createDialog === null ? undefined : create()}>
                {none}
              </EmptyState>
            )
          }
        >
          {(items) => (
            <DataTable
              label={`${capital}s`}
              rows={items}
              rowKey={({ id }) => id}
              title={titleOf}
              page={({ id }) => ({ to: `/${noun}/$id`, params: { id } })}
              onOpen={({ id }) => panel.open({ noun, id })}
              isOpen={({ id }) => panel.item?.noun === noun && panel.item.id === id}
              columns={columns}
              order={list.values.order}
              onOrder={(order) => list.set('order', order)}
              bulk={[...bulk, ...clients.bulk]}
              menu={menu}
              actions={rowAction}
              actionsWidth="w-20"
              cards={(rows) => <CardGrid label={`${capital}s`}>{rows.map(card)}</CardGrid>}
            />
          )}
        </PagedList>
      </Panel>
      {creating && createDialog?.(() => setCreating(false))}
      {clients.dialog}
    </>
  )
}
