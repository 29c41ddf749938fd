import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createServiceRate, exportServiceRates } from '../../api/service-rates.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { useServices } from '../firm-settings/queries.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Spinner } from '../kit/Spinner.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { CreateRateDialog } from './CreateRateDialog.tsx'
import { EditRateDialog } from './EditRateDialog.tsx'
import { type RateFilter, ratesFound, ratesQuery } from './queries.ts'
import { RatesTable } from './RatesTable.tsx'
import { orders, statusChoices, texts } from './words.ts'
import { RateHistoryDialog } from './RateHistoryDialog.tsx'

interface Open {
  what: 'edit' | 'history'
  rate: ServiceRateView
}

/** The rate cards: administrators edit them, staff can read them. */
export default function ServiceRatesPage() {
  const state = useListState(['q', 'type', 'status', 'order'], 'order')
  const { q, type, status, order } = state.values
  const [open, setOpen] = useState<Open | null>(null)
  const services = useServices()
  const [creating, setCreating] = useCreateDialog()
  const home = useHome()
  const mayAdd = useMay(createServiceRate)
  const mayTake = useMay(exportServiceRates)
  const filter: RateFilter = {
    q,
    // Clients see what is offered today.
    status: !mayTake ? 'active' : status === 'active' || status === 'inactive' ? status : '',
    serviceType: services.some(({ key }) => key === type) ? type : '',
    order,
  }
  const query = useInfiniteQuery(ratesFound(filter))
  const close = () => setOpen(null)
  const add = (words: string, variant?: 'primary') => (
    <Button variant={variant} onClick={() => setCreating(true)}>
      <Plus />
      {words}
    </Button>
  )
  return (
    <>
      <PageHeader
        home={home}
        backToDashboard
        title="Service Rate Cards"
        description={mayTake ? 'Manage recommended rates for all HR services' : 'Prices for our services.'}
        actions={mayAdd && add('Add Rate Card', 'primary')}
      />
      <ListFilters
        label="Search rate cards"
        state={state}
        words="q"
        place="page"
        filters={[
          {
            name: 'type',
            label: 'Service type',
            all: 'All services',
            choices: services.map(({ key, name }) => ({ value: key, label: name })),
          },
          ...(mayTake ? [{ name: 'status' as const, label: 'Status', all: 'Any status', choices: statusChoices }] : []),
          { name: 'order', label: 'Sort by', all: 'Newest first', choices: orders },
        ]}
      >
        {mayTake && <ExportButton endpoint={exportServiceRates} query={ratesQuery(filter)} what="rate cards" />}
      </ListFilters>
      <PagedList
        query={query}
        more="Show more rate cards"
        loading={
          <Panel>
            <p className="flex items-center gap-3 py-6 text-lead text-ink-2" aria-busy="true">
              <Spinner />
              Loading service rates...
            </p>
          </Panel>
        }
        empty={
          <Panel>
            {state.isFiltered ? (
              <EmptyState
                title="No matching rate cards"
                action={<Button onClick={state.clear}>Show all rate cards</Button>}
              />
            ) : (
              <EmptyState title="No service rates yet" action={mayAdd ? add('Add Your First Rate Card') : undefined}>
                {mayAdd ? texts.noRates : texts.noRatesToRead}
              </EmptyState>
            )}
          </Panel>
        }
      >
        {(rates) => (
          <Panel flush className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
            <RatesTable
              rates={rates}
              order={order}
              isTeam={mayTake}
              onOrder={(next) => state.set('order', next)}
              onEdit={(rate) => setOpen({ what: 'edit', rate })}
              onHistory={(rate) => setOpen({ what: 'history', rate })}
            />
          </Panel>
        )}
      </PagedList>
      {mayAdd && creating && <CreateRateDialog onClose={() => setCreating(false)} />}
      {open?.what === 'edit' && <EditRateDialog rate={open.rate} onClose={close} />}
      {open?.what === 'history' && <RateHistoryDialog rate={open.rate} onClose={close} />}
    </>
  )
}
