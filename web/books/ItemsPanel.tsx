import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listBooksItems } from '../../api/books.ts'
import type { BooksItem } from '../../domain/books-names.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { useMay } from '../session/use-may.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { booksItems } from './queries.ts'
import { texts } from './words.ts'

const nameOr = (name: string | null) => name ?? <span className="text-ink-3">Default</span>

const columns: [Column<BooksItem>, ...Column<BooksItem>[]] = [
  {
    key: 'name',
    header: 'Service or line',
    share: 'w-2/5',
    cell: ({ name, isActive }) => (
      <>
        {name} {!isActive && <Badge tone="neutral">Inactive</Badge>}
      </>
    ),
  },
  { key: 'item', header: 'Product or service', cell: ({ item }) => nameOr(item) },
  { key: 'incomeAccount', header: 'Income account', cell: ({ incomeAccount }) => nameOr(incomeAccount) },
  { key: 'xeroAccountCode', header: 'Xero account code', cell: ({ xeroAccountCode }) => nameOr(xeroAccountCode) },
  { key: 'xeroItemCode', header: 'Xero item code', cell: ({ xeroItemCode }) => nameOr(xeroItemCode) },
]

/** The items and accounts of services in exports for accounting. */
export function ItemsPanel() {
  const mayRead = useMay(listBooksItems)
  return mayRead ? <Items /> : null
}

function Items() {
  const [q, setWords] = useState('')
  const [editing, setEditing] = useState<BooksItem | null>(null)
  const query = useInfiniteQuery(booksItems(q))
  return (
    <Panel title="Item names" note={texts.items} flush>
      <search aria-label="Item names" className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5 sm:px-5">
        <SearchField label="Search item names" value={q} onChange={setWords} className="w-full sm:w-72" />
      </search>
      <PagedList
        query={query}
        more="Show more services"
        loading={<SkeletonRows rows={4} label="Loading item names" />}
        empty={<EmptyState title="No services found">Try a different search.</EmptyState>}
      >
        {(items) => (
          <Table
            caption="Item names"
            rows={items}
            columns={columns}
            rowKey={({ id }) => id}
            actions={(item) => (
              <Button size="small" variant="ghost" onClick={() => setEditing(item)}>
                Edit<span className="sr-only"> the item of {item.name}</span>
              </Button>
            )}
          />
        )}
      </PagedList>
      {editing !== null && <ItemDialog item={editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}
