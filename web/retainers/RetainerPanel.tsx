import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entryKindLabels } from '../../domain/payment.ts'
import type { RetainerAction, RetainerEntry, RetainerView } from '../../domain/retainer.ts'
import type { Statement } from '../../domain/statement.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { ApplyRetainerDialog } from './ApplyRetainerDialog.tsx'
import { BillRetainerDialog } from './BillRetainerDialog.tsx'
import { LowBalanceDialog } from './LowBalanceDialog.tsx'
import { retainerEntriesOf, retainerOf } from './queries.ts'
import { texts } from './words.ts'

type RetainerPanelProps = {
  clientFolderId: string
  /** Those that it can be applied to. */
  invoices: Statement['invoices']
}

/** What a client paid in advance, and how it was used; without a retainer, only for someone who can bill one. */
export function RetainerPanel({ clientFolderId, invoices }: RetainerPanelProps) {
  const { data: retainer, error, refetch } = useQuery(retainerOf(clientFolderId))
  const [open, setOpen] = useState<RetainerAction | null>(null)
  const close = () => setOpen(null)
  if (retainer === undefined)
    return (
      <Panel title="Retainer" flush>
        {error === null ? (
          <SkeletonRows rows={1} label="Loading the retainer" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Panel>
    )
  const may = (action: RetainerAction) => retainer.allowed.includes(action)
  const isStarted = retainer.startedAt !== null
  if (!isStarted && !may('bill')) return null
  return (
    <Panel
      title="Retainer"
      flush
      action={
        <span className="flex flex-wrap gap-2">
          {isStarted && may('edit') && (
            <Button size="small" variant="ghost" onClick={() => setOpen('edit')}>
              Low-balance notice
            </Button>
          )}
          {may('apply') && invoices.length > 0 && (
            <Button size="small" onClick={() => setOpen('apply')}>
              Apply to invoice
            </Button>
          )}
          {may('bill') && (
            <Button size="small" onClick={() => setOpen('bill')}>
              Bill retainer
            </Button>
          )}
        </span>
      }
    >
      {isStarted ? (
        <>
          <Sums retainer={retainer} />
          <Entries clientFolderId={clientFolderId} />
        </>
      ) : (
        <p className="px-4 py-4 text-body text-ink-2 sm:px-5">{texts.noRetainer}</p>
      )}
      {open === 'bill' && <BillRetainerDialog folderId={clientFolderId} onClose={close} />}
      {open === 'apply' && <ApplyRetainerDialog retainer={retainer} invoices={invoices} onClose={close} />}
      {open === 'edit' && <LowBalanceDialog retainer={retainer} onClose={close} />}
    </Panel>
  )
}

function Sums({ retainer: { balance, paidIn, applied, refunded, isLow } }: { retainer: RetainerView }) {
  const sums = [
    { label: 'Balance', cents: balance },
    { label: 'Paid in', cents: paidIn },
    { label: 'Applied to invoices', cents: applied },
    { label: 'Refunded', cents: refunded },
  ]
  return (
    <dl
      aria-label="Retainer"
      className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-line px-4 py-4 sm:grid-cols-4 sm:px-5"
    >
      {sums.map(({ label, cents }, index) => (
        <div key={label}>
          <dt className="text-meta text-ink-3">{label}</dt>
          <dd className="text-panel text-ink">
            <Money cents={cents} /> {index === 0 && isLow && <Badge tone="warn">Low</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Entries({ clientFolderId }: { clientFolderId: string }) {
  const query = useInfiniteQuery(retainerEntriesOf(clientFolderId))
  return (
    <PagedList
      query={query}
      more="Show earlier entries"
      loading={<SkeletonRows rows={1} label="Loading entries" />}
      empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No payments yet.</p>}
    >
      {(entries) => (
        <RowList label="Retainer entries">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </RowList>
      )}
    </PagedList>
  )
}

const EntryRow = ({ entry: { invoiceId, invoiceNumber, kind, date, amount, balance } }: { entry: RetainerEntry }) => (
  <Row
    to="/invoices/$id"
    params={{ id: invoiceId }}
    title={`${entryKindLabels[kind]}, ${invoiceNumber}`}
    aside={formatDate(date)}
    meta={
      <>
        Balance <Money cents={balance} />
      </>
    }
    middle={
      <span className="text-panel text-ink">
        <Money cents={amount} />
      </span>
    }
  />
)
