import { useInfiniteQuery } from '@tanstack/react-query'
import { ratesFound } from '../service-rates/queries.ts'
import { dollars } from '../service-rates/words.ts'
import { clientPricesOf } from './queries.ts'

/**
 * The active rate cards with the hourly rate that a client pays as of today.
 * @param folderId empty while no client is chosen
 * @param current the card that an entry has, which may be inactive by now
 */
export function useHourlyRates(folderId: string, current?: { id: string; name: string }) {
  const cards = useInfiniteQuery(ratesFound({ q: '', status: 'active', serviceType: '', order: 'name' }, 200))
  const prices = useInfiniteQuery({ ...clientPricesOf(folderId), enabled: folderId !== '' })
  const ofClient = (prices.data?.pages ?? []).flatMap(({ items }) => items).filter(({ status }) => status === 'current')
  const active = (cards.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap(({ id, serviceName, hourlyRate }) => {
      const own = ofClient.find(({ serviceRateId }) => serviceRateId === id)?.hourlyRate ?? null
      if (own !== null) return [{ value: id, label: `${serviceName}, ${dollars(own)}/hr for this client` }]
      return hourlyRate === null ? [] : [{ value: id, label: `${serviceName}, ${dollars(hourlyRate)}/hr` }]
    })
  const isMissing = current !== undefined && !active.some(({ value }) => value === current.id)
  return isMissing ? [{ value: current.id, label: current.name }, ...active] : active
}
