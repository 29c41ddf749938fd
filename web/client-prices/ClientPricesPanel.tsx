import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createClientPrice, deleteClientPrice } from '../../api/client-prices.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { ClientPriceAction, ClientPriceStatus, ClientPriceView } from '../../domain/client-price.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { dollars } from '../service-rates/words.ts'
import { useMay } from '../session/use-may.ts'
import { NewClientPriceDialog } from './NewClientPriceDialog.tsx'
import { clientPricesOf } from './queries.ts'
import { actionWords, texts } from './words.ts'

/** The hourly rates of a client that differ from the rate cards. */
export function ClientPricesPanel({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(clientPricesOf(folder.id))
  const [creating, setCreating] = useState(false)
  const mayCreate = useMay(createClientPrice) && folder.allowed.includes('add')
  return (
    <>
      {mayCreate && (
        <div className="flex justify-end border-b border-line px-4 py-3 sm:px-5">
          <Button onClick={() => setCreating(true)}>
            <Plus />
            New client price
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show earlier prices"
        empty={
          <EmptyState
            title="No client prices yet"
            action={
              <Link to="/rate-cards" className={buttonStyle()}>
                View rate cards
              </Link>
            }
          >
            {texts.noPrices} {!mayCreate && texts.setByAdministrators}
          </EmptyState>
        }
      >
        {(prices) => (
          <RowList label="Client prices">
            {prices.map((price) => (
              <PriceRow key={price.id} price={price} />
            ))}
          </RowList>
        )}
      </PagedList>
      {creating && <NewClientPriceDialog folderId={folder.id} onClose={() => setCreating(false)} />}
    </>
  )
}

const statusBadges: Record<ClientPriceStatus, { tone: 'ok' | 'neutral' | 'info'; label: string }> = {
  current: { tone: 'ok', label: 'Current' },
  past: { tone: 'neutral', label: 'Past' },
  scheduled: { tone: 'info', label: 'Scheduled' },
}

function PriceRow({ price }: { price: ClientPriceView }) {
  const { serviceName, hourlyRate, cardRate, effectiveFrom, status, createdByName, allowed } = price
  const [asks, setAsks] = useState<ClientPriceAction | null>(null)
  const { tone, label } = statusBadges[status]
  const change = useChangePrice(price, () => setAsks(null))
  return (
    <>
      <Row
        title={serviceName}
        aside={<Badge tone={tone}>{label}</Badge>}
        middle={
          <span className="tabular text-body font-semibold text-ink">
            {hourlyRate === null ? 'Standard rate' : `${dollars(hourlyRate)}/hr`}
          </span>
        }
        meta={
          <>
            From {formatDate(effectiveFrom)}
            {cardRate !== null && ` · Standard rate: ${dollars(cardRate)}/hr`}
            {createdByName !== null && ` · Set by ${createdByName}`}
          </>
        }
        {...(allowed.length > 0 && {
          action: allowed.map((action) => (
            <Button key={action} size="small" variant="ghost" onClick={() => setAsks(action)}>
              {actionWords[action].label}
              <span className="sr-only"> {serviceName}</span>
            </Button>
          )),
        })}
      />
      <AskDialog
        open={asks === 'end'}
        title={`End the client price for ${serviceName}?`}
        question={texts.end}
        act="End client price"
        danger
        pending={change.isPending}
        onCancel={() => setAsks(null)}
        onAct={() => change.mutate('end')}
      />
      <AskDialog
        open={asks === 'delete'}
        title={`Delete the scheduled price for ${serviceName}?`}
        question={texts.delete}
        act="Delete scheduled price"
        danger
        pending={change.isPending}
        onCancel={() => setAsks(null)}
        onAct={() => change.mutate('delete')}
      />
    </>
  )
}

function useChangePrice({ id, clientFolderId, serviceRateId, version }: ClientPriceView, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: ClientPriceAction) =>
      action === 'delete'
        ? call(deleteClientPrice, { params: { id }, ifMatch: version })
        : call(createClientPrice, { params: { id: clientFolderId }, body: { serviceRateId, hourlyRate: null } }),
    onSuccess: (_after, action) => toast.success(actionWords[action].done),
    onError: (error) =>
      toast({
        title: 'Couldn’t change the client price',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: ['client-prices'] })
    },
  })
}
