import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { exportReceivables } from '../../api/reports.ts'
import type { Receivables } from '../../domain/report.ts'
import { agingLabels, type AgingBucket } from '../../domain/statement.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { AgingLedger } from '../statements/AgingLedger.tsx'
import { receivables } from './queries.ts'
import { texts } from './words.ts'

type Client = Receivables['clients'][number]

const buckets = Object.keys(agingLabels) as AgingBucket[]

const columns: [Column<Client>, ...Column<Client>[]] = [
  {
    key: 'client',
    header: 'Client',
    share: 'w-1/4',
    value: ({ clientFolderName }) => clientFolderName,
    cell: ({ clientFolderId, clientFolderName }) => (
      <Link to="/client-folders/$id/statement" params={{ id: clientFolderId }} className="stretched-link">
        {clientFolderName}
      </Link>
    ),
  },
  {
    key: 'balance',
    header: 'Outstanding',
    right: true,
    value: ({ balance }) => balance,
    cell: ({ balance }) => <Money cents={balance} />,
  },
  ...buckets.map((bucket) => ({
    key: bucket,
    header: agingLabels[bucket],
    right: true,
    value: ({ aging }: Client) => aging[bucket],
    cell: ({ aging }: Client) => <Money cents={aging[bucket]} />,
  })),
]

/** Today's outstanding balances by days past due; each row opens the client's statement. */
export function ReceivablesReport() {
  const query = useQuery(receivables)
  const { data: found } = query
  return (
    <Panel
      title="Receivables"
      note={texts.receivables}
      action={
        <a
          href={addressOf(exportReceivables, {})}
          download
          aria-label="Export receivables as CSV"
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
          <SkeletonRows rows={4} label="Loading receivables" />
        )
      ) : found.clientCount === 0 ? (
        <p className="text-body text-ink-2">No client has an outstanding balance.</p>
      ) : (
        <div className="space-y-4">
          <AgingLedger aging={found.aging} balance={found.balance} />
          <Table
            caption="Outstanding by client"
            rows={found.clients}
            columns={columns}
            rowKey={({ clientFolderId }) => clientFolderId}
          />
          {found.clientCount > found.clients.length && <p className="text-meta text-ink-3">{texts.someReceivables}</p>}
        </div>
      )}
    </Panel>
  )
}
