import { readServiceRateHistory } from '../../api/service-rates.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/CardGrid.tsx'
import { formatDate } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { useMay } from '../session/use-may.ts'
import { useSetActive } from './actions.ts'
import { RateType } from './RateType.tsx'
import { pricesOf, scheduledWords } from './words.ts'

type RateCardProps = {
  rate: ServiceRateView
  onEdit: () => void
  onHistory: () => void
}

export function RateCard({ rate, onEdit, onHistory }: RateCardProps) {
  const setActive = useSetActive()
  const mayReadHistory = useMay(readServiceRateHistory)
  const { serviceName, serviceType, description, isActive, createdAt, allowed } = rate
  const [first = 'No price', ...others] = pricesOf(rate)
  const maySwitch = allowed.includes('deactivate') || allowed.includes('activate')
  const mayAct = allowed.includes('edit') || maySwitch || mayReadHistory
  const about = <span className="sr-only"> of {serviceName}</span>
  return (
    <Card
      title={serviceName}
      faded={!isActive}
      badge={isActive ? <RateType type={serviceType} /> : <Badge>Inactive</Badge>}
      context={isActive ? undefined : <RateType type={serviceType} />}
      meta={`Created ${createdAt === '' ? 'N/A' : formatDate(createdAt)}`}
      amount={
        <div className="tabular">
          <div className="font-display text-subtitle">{first}</div>
          {rate.scheduledRates.slice(0, 1).map((next) => (
            <div key={next.from} className="text-meta font-normal text-ink-2">
              {scheduledWords(next)}
            </div>
          ))}
          {others.map((price) => (
            <div key={price} className="text-meta font-normal text-ink-2">
              {price}
            </div>
          ))}
        </div>
      }
      actions={
        mayAct && (
          <>
            {allowed.includes('edit') && (
              <Button size="small" onClick={onEdit}>
                <span>Edit{about}</span>
              </Button>
            )}
            {mayReadHistory && (
              <Button size="small" variant="ghost" onClick={onHistory}>
                <span>Price history{about}</span>
              </Button>
            )}
            {maySwitch && (
              <Button
                size="small"
                variant="ghost"
                className="ml-auto"
                pending={setActive.isPending}
                onClick={() => setActive.mutate({ rate, isActive: !isActive })}
              >
                <span>
                  {isActive ? 'Deactivate' : 'Reactivate'}
                  <span className="sr-only"> {serviceName}</span>
                </span>
              </Button>
            )}
          </>
        )
      }
    >
      <p className="mt-2 line-clamp-4 text-body wrap-anywhere whitespace-pre-line text-ink-2">{description}</p>
    </Card>
  )
}
