import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listBooksCustomers } from '../../api/books.ts'
import type { BooksCustomer } from '../../domain/books-names.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { useMay } from '../session/use-may.ts'
import { CustomerDialog } from './CustomerDialog.tsx'
import { booksCustomers, type CustomerFilter } from './queries.ts'
import { texts } from './words.ts'

const choices = [
  { value: 'named', label: 'Custom name' },
  { value: 'shared', label: 'Name shared with another client' },
]

const columns: [Column<BooksCustomer>, ...Column<BooksCustomer>[]] = [
  { key: 'folder', header: 'Client folder', share: 'w-2/5', cell: ({ clientFolderName }) => clientFolderName },
  {
    key: 'customer',
    header: 'Customer name',
    cell: ({ customer, name, isShared }) => (
      <span className="wrap-anywhere">
        {name === null ? <span className="text-ink-3">Same as the folder</span> : customer}
        {isShared && (
          <>
            {' '}
            <Badge tone="warn">Shared name</Badge>
          </>
        )}
      </span>
    ),
  },
]

/** Client names in accounting exports. */
export function CustomersPanel() {
  const mayRead = useMay(listBooksCustomers)
  return mayRead ? <Customers /> : null
}

function Customers() {
  const [q, setWords] = useState('')
  const [show, setShown] = useState<CustomerFilter>('')
  const [editing, setEditing] = useState<BooksCustomer | null>(null)
  const query = useInfiniteQuery(booksCustomers({ q, show }))
  const isFiltered = q !== '' || show !== ''
  return (
    <Panel title="Customer names" note={texts.customers} flush>
      <search aria-label="Customer names" className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5 sm:px-5">
        <SearchField label="Search customer names" value={q} onChange={setWords} className="w-full sm:w-72" />
        <FilterSelect
          label="Show"
          all="All clients"
          choices={choices}
          value={show}
          onChange={(value) => setShown(value === 'named' || value === 'shared' ? value : '')}
        />
      </search>
      <PagedList
        query={query}
        more="Show more clients"
        loading={<SkeletonRows rows={4} label="Loading customer names" />}
        empty={
          isFiltered ? (
            <EmptyState title="No clients found">Try a different search or filter.</EmptyState>
          ) : (
            <EmptyState title="No client folders yet">Clients will appear here when they have a folder.</EmptyState>
          )
        }
      >
        {(customers) => (
          <Table
            caption="Customer names"
            rows={customers}
            columns={columns}
            rowKey={({ id }) => id}
            actions={(customer) => (
              <Button size="small" variant="ghost" onClick={() => setEditing(customer)}>
                Edit<span className="sr-only"> the customer name of {customer.clientFolderName}</span>
              </Button>
            )}
          />
        )}
      </PagedList>
      {editing !== null && <CustomerDialog customer={editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}
