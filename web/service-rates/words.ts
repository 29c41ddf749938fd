// A rate card's prices as people read them: whole dollars without cents.
import type { RateFacts, ScheduledRate, ServiceRate } from '../../domain/service-rate.ts'
import { formatDate } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'

export const dollars = (cents: number) => formatMoney(cents, { wholeDollars: true })

/** A card's prices: "$125.50/hr", "$4,000 a project", "$900 a month". */
export function pricesOf({
  hourlyRate,
  projectRate,
  monthlyRate,
}: Pick<ServiceRate, 'hourlyRate' | 'projectRate' | 'monthlyRate'>) {
  return [
    ...(hourlyRate === null ? [] : [`${dollars(hourlyRate)}/hr`]),
    ...(projectRate === null ? [] : [`${dollars(projectRate)} a project`]),
    ...(monthlyRate === null ? [] : [`${dollars(monthlyRate)} a month`]),
  ]
}

const priceLabels = { hourlyRate: 'Hourly rate', projectRate: 'Project price', monthlyRate: 'Monthly price' } as const

/** What a change of a card did, in words: "Hourly rate $100 → $125.50". */
export function changesOf(
  before: RateFacts | null,
  after: RateFacts,
  scheduled: ScheduledRate | null = null,
): string[] {
  if (before === null) return ['Rate card added', ...pricesOf(after)]
  const prices = (Object.keys(priceLabels) as (keyof typeof priceLabels)[])
    .filter((key) => before[key] !== after[key])
    .map((key) => `${priceLabels[key]} ${amount(before[key])} → ${amount(after[key])}`)
  const flag = before.isActive === after.isActive ? [] : [after.isActive ? 'Activated' : 'Deactivated']
  const later = scheduled === null ? [] : [`Hourly rate ${scheduledWords(scheduled)}`]
  const all = [...prices, ...later, ...flag]
  return all.length === 0 ? ['Description updated; prices unchanged'] : all
}

/** "$150 from Jul 1, 2027" */
export const scheduledWords = ({ from, hourlyRate }: ScheduledRate) => `${dollars(hourlyRate)} from ${formatDate(from)}`

const amount = (cents: number | null) => (cents === null ? 'none' : dollars(cents))

export const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]
/** Sort orders other than newest first. */
export const orders = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'hourly', label: 'Highest hourly rate' },
  { value: 'hourly-asc', label: 'Lowest hourly rate' },
] as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  rateFrom: 'Time recorded from this date on uses the new rate. Leave empty for today.',
  noRatesToRead: 'Prices will appear here when they’re added.',
  noRates: 'Add hourly, project, or monthly prices for your services. Proposals use these prices.',
}
