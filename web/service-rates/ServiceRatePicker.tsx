import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { type PickerOption, SearchPicker } from '../kit/SearchPicker.tsx'
import { ratesFound } from './queries.ts'
import { pricesOf } from './words.ts'

/** A rate card as it is put on a line: its hours' price, or its project or monthly price once. */
export type Pricing = 'hour' | 'project' | 'month'

type ServiceRatePickerProps = {
  label: string
  help?: string
  error?: string | undefined
  className?: string
  onChoose: (rate: ServiceRateView, pricing: Pricing) => void
}

/** Finds an active rate card by its words. A card with several prices is offered once for each. */
export function ServiceRatePicker({ onChoose, ...field }: ServiceRatePickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(ratesFound({ q: words, status: 'active', serviceType: '' }, 8))
  const found = query.data?.pages[0]?.items ?? []
  return (
    <SearchPicker
      {...field}
      optional
      words={words}
      onWords={setWords}
      chosen={null}
      options={found.flatMap(optionsOf)}
      isMore={query.hasNextPage}
      nothing={query.isPending ? 'Searching…' : 'No matching rate cards.'}
      onChoose={(chosen) => {
        const [pricing = '', id] = chosen.split('_')
        const rate = found.find((each) => each.id === id)
        if (rate !== undefined && isPricing(pricing)) onChoose(rate, pricing)
      }}
    />
  )
}

const isPricing = (word: string): word is Pricing => ['hour', 'project', 'month'].includes(word)

function optionsOf(rate: ServiceRateView): PickerOption[] {
  const { id, serviceName: label, hourlyRate, projectRate, monthlyRate } = rate
  const none = { hourlyRate: null, projectRate: null, monthlyRate: null }
  const option = (pricing: Pricing, words: string, price: Partial<typeof rate>): PickerOption => ({
    id: `${pricing}_${id}`,
    label,
    detail: `${words}, ${pricesOf({ ...none, ...price }).join('')}`,
  })
  return [
    ...(hourlyRate === null ? [] : [option('hour', 'Hourly', { hourlyRate })]),
    ...(projectRate === null ? [] : [option('project', 'Project price', { projectRate })]),
    ...(monthlyRate === null ? [] : [option('month', 'Monthly price', { monthlyRate })]),
  ]
}
