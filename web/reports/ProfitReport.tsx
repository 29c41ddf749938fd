import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { exportProfit } from '../../api/reports.ts'
import type { Profit, ReportPeriod } from '../../domain/report.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { profitIn } from './queries.ts'
import { hoursOf, profitWords, texts } from './words.ts'

type Client = Profit['clients'][number]

const columns: readonly [Column<Client>, ...Column<Client>[]] = [
  {
    key: 'client',
    header: 'Client',
    share: 'w-1/4',
    value: ({ clientFolderName }) => clientFolderName,
    cell: ({ clientFolderId, clientFolderName }) => (
      <Link to="/client-folders/$id" params={{ id: clientFolderId }} className="stretched-link">
        {clientFolderName}
      </Link>
    ),
  },
  {
    key: 'income',
    header: 'Income',
    right: true,
    value: ({ income }) => income,
    cell: ({ income }) => <Money cents={income} />,
  },
  { key: 'hours', header: 'Hours', right: true, value: ({ minutes }) => minutes, cell: (row) => hoursOf(row.minutes) },
  {
    key: 'billable',
    header: 'Billable hours',
    right: true,
    wideOnly: true,
    value: ({ billableMinutes }) => billableMinutes,
    cell: (row) => hoursOf(row.billableMinutes),
  },
]

const costColumns: readonly Column<Client>[] = [
  {
    key: 'cost',
    header: 'Labor cost',
    right: true,
    value: ({ cost }) => cost ?? 0,
    cell: ({ cost }) => <Money cents={cost ?? 0} />,
  },
  {
    key: 'profit',
    header: 'Profit',
    right: true,
    value: ({ profit }) => profit ?? 0,
    cell: ({ profit }) => <Money cents={profit ?? 0} />,
  },
]

/** The income, hours, and labor cost of each client; each row opens the client's folder. */
export function ProfitReport({ period }: { period: ReportPeriod }) {
  const query = useQuery(profitIn(period))
  const { data: found } = query
  return (
    <Panel
      title="Profit by client"
      note={texts.profit}
      action={
        <a
          href={addressOf(exportProfit, { query: period })}
          download
          aria-label="Export profit by client as CSV"
          className={buttonStyle('secondary', 'small')}
        >
          <Download />
          CSV
        </a>
      }
    >
      {found === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={4} label="Loading profit by client" />
        )
      ) : found.clientCount === 0 ? (
        <p className="text-body text-ink-2">Nothing billed and no time recorded in these months.</p>
      ) : (
        <div className="space-y-4">
          <p className="text-body text-ink-2">{profitWords(found)}</p>
          <Table
            caption="Profit by client"
            rows={found.clients}
            columns={found.hourlyCost === null ? columns : [...columns, ...costColumns]}
            rowKey={({ clientFolderId }) => clientFolderId}
          />
          {found.clientCount > found.clients.length && <p className="text-meta text-ink-3">{texts.someProfit}</p>}
        </div>
      )}
    </Panel>
  )
}
