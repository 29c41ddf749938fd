import { serviceTypes } from '../../domain/service-request.ts'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { services } from '../kit/ServiceDots.tsx'

type RateFiltersProps = {
  q: string
  status: string
  type: string
  onWords: (words: string) => void
  onStatus: (status: string) => void
  onType: (type: string) => void
}

export const typeChoices = serviceTypes.map((value) => ({ value, label: services[value].label }))
const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export function RateFilters({ q, status, type, onWords, onStatus, onType }: RateFiltersProps) {
  return (
    <search className="mb-4 flex flex-wrap gap-2 sm:mb-5">
      <SearchField label="Search rate cards" value={q} onChange={onWords} className="w-full sm:w-80" />
      <FilterSelect
        label="Service type"
        all="All services"
        choices={typeChoices}
        value={type}
        onChange={onType}
        className="flex-1 sm:max-w-48"
      />
      <FilterSelect
        label="Status"
        all="Any status"
        choices={statusChoices}
        value={status}
        onChange={onStatus}
        className="flex-1 sm:max-w-40"
      />
    </search>
  )
}
