import { useMemo } from 'react'
import { readServiceRateHistory } from '../../api/service-rates.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { MenuItem } from '../kit/Menu.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useMay } from '../session/use-may.ts'
import { useSetActive } from './actions.ts'
import { RateCard } from './RateCard.tsx'
import { RateType } from './RateType.tsx'
import { dollars, scheduledWords } from './words.ts'

type RatesTableProps = {
  rates: readonly ServiceRateView[]
  order: string
  /** Others see only rates that are offered. */
  isTeam: boolean
  onOrder: (order: string) => void
  onEdit: (rate: ServiceRateView) => void
  onHistory: (rate: ServiceRateView) => void
}

export function RatesTable({ rates, order, isTeam, onOrder, onEdit, onHistory }: RatesTableProps) {
  const setActive = useSetActive()
  const shown = useMemo(() => columnsFor(rates, isTeam), [isTeam, rates])
  const mayReadHistory = useMay(readServiceRateHistory)
  const edit = (rate: ServiceRateView) =>
    rate.allowed.includes('edit') && (
      <Button size="small" variant="ghost" onClick={() => onEdit(rate)} aria-label={`Edit ${rate.serviceName}`}>
        Edit
      </Button>
    )
  const menu = (rate: ServiceRateView) => (
    <>
      <MenuItem onSelect={() => onHistory(rate)}>Price history</MenuItem>
      {(['activate', 'deactivate'] as const)
        .filter((action) => rate.allowed.includes(action))
        .map((action) => (
          <MenuItem key={action} onSelect={() => setActive.mutate({ rate, isActive: action === 'activate' })}>
            {action === 'activate' ? 'Reactivate' : 'Deactivate'}
          </MenuItem>
        ))}
    </>
  )
  return (
    <DataTable
      label="Rate cards"
      rows={rates}
      rowKey={({ id }) => id}
      title={({ serviceName }) => serviceName}
      columns={shown}
      order={order}
      onOrder={onOrder}
      {...(rates.some(({ allowed }) => allowed.includes('edit')) && { actions: edit, actionsWidth: 'w-20' })}
      {...(mayReadHistory && { menu })}
      cards={(rows) => (
        <CardGrid label="Rate cards">
          {rows.map((rate) => (
            <RateCard key={rate.id} rate={rate} onEdit={() => onEdit(rate)} onHistory={() => onHistory(rate)} />
          ))}
        </CardGrid>
      )}
    />
  )
}

const price = (cents: number | null, unit = '') => (cents === null ? '' : `${dollars(cents)}${unit}`)

const columns: DataColumn<ServiceRateView>[] = [
  {
    id: 'name',
    header: 'Service',
    ascending: 'name',
    descending: 'name-desc',
    cell: ({ serviceName, description }) => (
      <>
        {serviceName}
        <span className="ml-2 font-normal text-ink-3">{description}</span>
      </>
    ),
  },
  {
    id: 'type',
    header: 'Service type',
    cell: ({ serviceType }) => <RateType type={serviceType} />,
    width: 'w-56',
    hides: true,
    from: 'small',
  },
  { id: 'status', header: 'Status', cell: ({ isActive }) => !isActive && <Badge>Inactive</Badge>, width: 'w-22' },
  {
    id: 'hourly',
    header: 'Hourly',
    ascending: 'hourly-asc',
    descending: 'hourly',
    cell: ({ hourlyRate, scheduledRates: [next] }) => (
      <>
        {price(hourlyRate, '/hr')}
        {next !== undefined && <span className="block text-meta text-ink-3">{scheduledWords(next)}</span>}
      </>
    ),
    right: true,
    width: 'w-36',
  },
  {
    id: 'project',
    header: 'Project',
    cell: ({ projectRate }) => price(projectRate),
    right: true,
    width: 'w-28',
    hides: true,
    from: 'medium',
  },
  {
    id: 'monthly',
    header: 'Monthly',
    cell: ({ monthlyRate }) => price(monthlyRate),
    right: true,
    width: 'w-24',
    hides: true,
    from: 'large',
  },
  {
    id: 'created',
    header: 'Created',
    ascending: 'oldest',
    descending: '',
    cell: ({ createdAt }) => (createdAt === '' ? 'N/A' : formatDate(createdAt)),
    width: 'w-28',
    hides: true,
    from: 'large',
  },
]

function columnsFor(rates: readonly ServiceRateView[], isTeam: boolean): DataColumn<ServiceRateView>[] {
  const isUsed: Record<string, boolean> = {
    status: isTeam && rates.some(({ isActive }) => !isActive),
    created: isTeam,
    project: rates.some(({ projectRate }) => projectRate !== null),
    monthly: rates.some(({ monthlyRate }) => monthlyRate !== null),
  }
  return columns.filter(({ id }) => isUsed[id] !== false)
}
