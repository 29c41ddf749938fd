import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ImportCounts, ImportRowStatus, type ImportStatus } from '../../domain/import.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { rowStatusWords } from './words.ts'

type ImportRowsProps<Item> = {
  its: { status: ImportStatus; counts: ImportCounts }
  query: Parameters<typeof PagedList<Item>>[0]['query']
  status: ImportRowStatus | undefined
  onStatus: (status: string) => void
  /** The address of the CSV file with the problems. */
  problemsAddress: string
  /** "rows" */
  what: string
  row: (item: Item, isDraft: boolean) => ReactNode
}

/** The rows of an import by status, with a file of those that have problems. */
export function ImportRows<Item>({
  its: { status: importStatus, counts },
  query,
  status,
  onStatus,
  problemsAddress,
  what,
  row,
}: ImportRowsProps<Item>) {
  const isDraft = importStatus === 'draft'
  const shown = ImportRowStatus.options.filter((each) => counts[each] > 0 && (each !== 'done' || !isDraft))
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <ViewTabs
          label="Status"
          value={status ?? ''}
          onChange={onStatus}
          tabs={[
            { value: '', label: `All ${what}`, count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
            ...shown.map((value) => ({ value, label: rowStatusWords(value, isDraft).words, count: counts[value] })),
          ]}
        />
        {counts.failed > 0 && (
          <a href={problemsAddress} download className={classes(buttonStyle('secondary'), 'mb-4')}>
            <Download />
            Download problems (CSV)
          </a>
        )}
      </div>
      <Panel flush>
        <PagedList
          query={query}
          more={`Show more ${what}`}
          loading={<SkeletonRows label={`Loading ${what}`} />}
          empty={<EmptyState title={`No ${what} with this status`}>Choose a different status above.</EmptyState>}
        >
          {(items) => (
            <RowList label={what === 'rows' ? 'Rows' : 'Files'}>{items.map((item) => row(item, isDraft))}</RowList>
          )}
        </PagedList>
      </Panel>
    </div>
  )
}
