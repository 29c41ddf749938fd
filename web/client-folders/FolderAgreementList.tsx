import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '../kit/call.ts'
import { Button } from '../kit/Button.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { AgreementViews } from './AgreementViews.tsx'

/** The view and the order of a folder's list. */
export function useFolderAgreements() {
  const [status, setStatus] = useState('')
  const [order, setOrder] = useState('')
  return { status, setStatus, order, setOrder }
}

type FolderAgreementListProps<T> = {
  noun: 'proposals' | 'contracts' | 'invoices'
  folderId: string
  list: ReturnType<typeof useFolderAgreements>
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  statuses: readonly Choice[]
  columns: readonly DataColumn<T>[]
  titleOf: (item: T) => string
  /** The item on a phone. */
  row: (item: T) => ReactNode
  /** Links next to the views. */
  actions?: ReactNode
  /** The button that creates one, for those who may; in the empty state while there is none. */
  create: ReactNode
  /** Says what will appear here. */
  none: ReactNode
}

/** A folder's proposals, contracts, or invoices as the team sees them: the views and the table of the list of all, without the client. */
export function FolderAgreementList<T extends { id: string }>(props: FolderAgreementListProps<T>) {
  const { noun, folderId, list, query, statuses, columns, titleOf, row, actions, create, none } = props
  const { status, setStatus, order, setOrder } = list
  const hasActionsAbove = useActionsAbove(query, status !== '')
  const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  return (
    <>
      {(hasActionsAbove || actions !== undefined) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3 sm:px-5">
          {hasActionsAbove && (
            <AgreementViews
              noun={noun}
              folderId={folderId}
              statuses={statuses}
              value={status}
              onChange={setStatus}
              className="max-w-full"
            />
          )}
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            {actions}
            {hasActionsAbove && create}
          </div>
        </div>
      )}
      <PagedList
        query={query}
        more={`Show more ${noun}`}
        loading={<SkeletonRows label={`Loading ${noun}`} rowHeight="h-11" rows={5} />}
        empty={
          status === '' ? (
            <EmptyState title={`No ${noun} yet`} action={create}>
              {none}
            </EmptyState>
          ) : (
            <EmptyState
              title={`No matching ${noun}`}
              action={<Button onClick={() => setStatus('')}>Show all {noun}</Button>}
            >
              Choose another status to see more.
            </EmptyState>
          )
        }
      >
        {(items) => (
          <DataTable
            label={label}
            rows={items}
            rowKey={({ id }) => id}
            title={titleOf}
            page={({ id }) => ({ to: `/${noun}/$id`, params: { id } })}
            columns={columns}
            order={order}
            onOrder={setOrder}
            cards={(rows) => <RowList label={label}>{rows.map(row)}</RowList>}
          />
        )}
      </PagedList>
    </>
  )
}
