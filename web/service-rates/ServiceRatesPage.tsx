import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createServiceRate } from '../../api/service-rates.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { ServiceType } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { useCreating } from '../kit/creating.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Spinner } from '../kit/Spinner.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { CreateRateDialog } from './CreateRateDialog.tsx'
import { EditRateDialog } from './EditRateDialog.tsx'
import { ratesFound } from './queries.ts'
import { RateCard } from './RateCard.tsx'
import { RateFilters } from './RateFilters.tsx'
import { RateHistoryDialog } from './RateHistoryDialog.tsx'

interface Open {
  what: 'edit' | 'history'
  rate: ServiceRateView
}

/** The office's rate cards: for administrators to keep, for the rest of the team to read. */
export default function ServiceRatesPage() {
  const [q, setWords] = useUrlState('q', '')
  const [status, setStatus] = useUrlState('status', '')
  const [type, setType] = useUrlState('type', '')
  const [open, setOpen] = useState<Open | null>(null)
  const [creating, setCreating] = useCreating()
  const home = useHome()
  const mayAdd = useMay(createServiceRate)
  const query = useInfiniteQuery(
    ratesFound({
      q,
      status: status === 'active' || status === 'inactive' ? status : '',
      serviceType: ServiceType.options.find((each) => each === type) ?? '',
    }),
  )
  const isFiltered = q !== '' || status !== '' || type !== ''
  const close = () => setOpen(null)
  const add = (words: string, variant?: 'primary') => (
    <Button variant={variant} onClick={() => setCreating(true)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {words}
    </Button>
  )
  return (
    <>
      <PageHeader
        home={home}
        title="Service Rate Cards"
        description="Manage recommended rates for all HR services"
        actions={mayAdd && add('Add Rate Card', 'primary')}
      />
      <RateFilters {...{ q, status, type }} onWords={setWords} onStatus={setStatus} onType={setType} />
      <PagedList
        query={query}
        more="Show more rate cards"
        loading={
          <Panel>
            <p className="flex items-center gap-3 py-6 text-lead text-ink-2">
              <Spinner />
              Loading service rates...
            </p>
          </Panel>
        }
        empty={
          <Panel>
            {isFiltered ? (
              <EmptyState
                title="No rate card matches"
                action={
                  <Button
                    onClick={() => {
                      setWords('')
                      setStatus('')
                      setType('')
                    }}
                  >
                    Show all rate cards
                  </Button>
                }
              />
            ) : (
              <EmptyState title="No service rates yet" action={mayAdd ? add('Add Your First Rate Card') : undefined}>
                What a service costs by the hour, the project or the month. Proposals are put together from them.
              </EmptyState>
            )}
          </Panel>
        }
      >
        {(rates) => (
          <CardGrid label="Rate cards">
            {rates.map((rate) => (
              <RateCard
                key={rate.id}
                rate={rate}
                onEdit={() => setOpen({ what: 'edit', rate })}
                onHistory={() => setOpen({ what: 'history', rate })}
              />
            ))}
          </CardGrid>
        )}
      </PagedList>
      {mayAdd && creating && <CreateRateDialog onClose={() => setCreating(false)} />}
      {open?.what === 'edit' && <EditRateDialog rate={open.rate} onClose={close} />}
      {open?.what === 'history' && <RateHistoryDialog rate={open.rate} onClose={close} />}
    </>
  )
}
