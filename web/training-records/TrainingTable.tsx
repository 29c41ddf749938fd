import { Ellipsis, FileText, Pencil, ScrollText, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { readTrainingCertificate } from '../../api/training-records.ts'
import { expirationState } from '../../domain/document-expiration.ts'
import { officeDate } from '../../domain/time.ts'
import type { TrainingRecordView } from '../../domain/training-record.ts'
import { addressOf } from '../kit/call.ts'
import type { DataColumn } from '../kit/data-column.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { formatDate } from '../kit/dates.ts'
import { Menu, MenuItem, MenuLink } from '../kit/Menu.tsx'
import { useNow } from '../kit/now.ts'
import { RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { usePanel } from '../side-panels/panel-address.ts'
import { EditTrainingDialog, VoidTrainingDialog } from './TrainingDialogs.tsx'

type TrainingTableProps = {
  folderId: string
  canUpload: boolean
  records: readonly TrainingRecordView[]
  order: string
  onOrder: (order: string) => void
}

export function TrainingTable({ folderId, canUpload, records, order, onOrder }: TrainingTableProps) {
  const now = useNow()
  const columns = useMemo(() => columnsOf(now), [now])
  const [editing, setEditing] = useState<TrainingRecordView | null>(null)
  const [voiding, setVoiding] = useState<TrainingRecordView | null>(null)
  const items = (record: TrainingRecordView) => (
    <TrainingMenuItems record={record} onEdit={() => setEditing(record)} onVoid={() => setVoiding(record)} />
  )
  return (
    <>
      <DataTable
        label="Training records"
        rows={records}
        rowKey={({ id }) => id}
        title={nameOf}
        columns={columns}
        order={order}
        onOrder={onOrder}
        menu={items}
        cards={(rows) => (
          <RowList label="Training records">
            {rows.map((record) => (
              <li key={record.id} className="flex items-start gap-3 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
                    {record.training}
                  </p>
                  <p className="text-meta wrap-anywhere text-ink-3">{factsOf(record, now)}</p>
                  <p className="mt-1 empty:hidden">
                    <Validity record={record} now={now} />
                  </p>
                </div>
                <Menu
                  label={`More about ${nameOf(record)}`}
                  trigger={
                    <button
                      type="button"
                      aria-label={`More about ${nameOf(record)}`}
                      className="inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink coarse:size-11"
                    >
                      <Ellipsis />
                    </button>
                  }
                >
                  {items(record)}
                </Menu>
              </li>
            ))}
          </RowList>
        )}
      />
      {editing !== null && (
        <EditTrainingDialog
          folderId={folderId}
          canUpload={canUpload}
          record={editing}
          onClose={() => setEditing(null)}
        />
      )}
      {voiding !== null && <VoidTrainingDialog record={voiding} onClose={() => setVoiding(null)} />}
    </>
  )
}

const nameOf = ({ training, employeeName }: TrainingRecordView) => `${training}, ${employeeName}`

const factsOf = ({ employeeName, provider, completedOn, hours, voidReason }: TrainingRecordView, now: Date) =>
  [
    employeeName,
    `completed ${formatDate(completedOn, now)}`,
    ...(hours === null ? [] : [hoursOf(hours)]),
    provider,
    ...(voidReason === null ? [] : [`void: ${voidReason}`]),
  ].join(' · ')

const hoursOf = (hours: number) => `${hours.toLocaleString('en-US')} hr`

const tones = { expired: 'danger', expiring: 'warn', valid: 'neutral' } as const

function Validity({ record, now }: { record: TrainingRecordView; now: Date }) {
  const { validUntil, voidedAt, voidReason } = record
  if (voidedAt !== null)
    return (
      <span title={voidReason ?? undefined}>
        <Badge>Void</Badge>
      </span>
    )
  if (validUntil === null) return null
  const state = expirationState(validUntil, officeDate(now))
  const date = formatDate(validUntil, now)
  return <Badge tone={tones[state]}>{state === 'expired' ? `Expired ${date}` : `Until ${date}`}</Badge>
}

interface MenuProps {
  record: TrainingRecordView
  onEdit: () => void
  onVoid: () => void
}

function TrainingMenuItems({ record, onEdit, onVoid }: MenuProps) {
  const { id, certificate, allowed } = record
  const { open } = usePanel()
  return (
    <>
      {certificate !== null && (
        <MenuItem icon={<FileText />} onSelect={() => open({ noun: 'documents', id: certificate.id })}>
          Open certificate
        </MenuItem>
      )}
      {allowed.includes('print') && (
        <MenuLink>
          <a href={addressOf(readTrainingCertificate, { params: { id } })} target="_blank" rel="noreferrer">
            <span className="text-ink-3">
              <ScrollText />
            </span>
            Certificate of completion (PDF)
          </a>
        </MenuLink>
      )}
      {allowed.includes('edit') && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {allowed.includes('void') && (
        <MenuItem icon={<Undo2 />} danger onSelect={onVoid}>
          Void
        </MenuItem>
      )}
      {allowed.length === 0 && certificate === null && (
        <MenuItem disabled onSelect={() => {}}>
          This record is void
        </MenuItem>
      )}
    </>
  )
}

const columnsOf = (now: Date): DataColumn<TrainingRecordView>[] => [
  { id: 'training', header: 'Training', cell: ({ training }) => training },
  {
    id: 'employee',
    header: 'Employee',
    ascending: 'employee',
    descending: 'employee-desc',
    cell: ({ employeeName }) => <span title={employeeName}>{employeeName}</span>,
    width: 'w-40',
  },
  {
    id: 'completed',
    header: 'Completed',
    ascending: 'oldest',
    descending: '',
    cell: ({ completedOn }) => formatDate(completedOn, now),
    width: 'w-28',
  },
  {
    id: 'valid',
    header: 'Valid until',
    ascending: 'expires',
    cell: (record) => <Validity record={record} now={now} />,
    wraps: true,
    width: 'w-40',
    hides: true,
  },
  {
    id: 'hours',
    header: 'Hours',
    right: true,
    cell: ({ hours }) => hours?.toLocaleString('en-US'),
    width: 'w-20',
    hides: true,
    from: 'medium',
  },
  {
    id: 'provider',
    header: 'Provider or trainer',
    cell: ({ provider }) => <span title={provider}>{provider}</span>,
    width: 'w-44',
    hides: true,
    from: 'large',
  },
  {
    id: 'by',
    header: 'Recorded by',
    cell: ({ recordedByName }) => recordedByName ?? 'Someone',
    width: 'w-36',
    hides: true,
    from: 'extraLarge',
  },
]
