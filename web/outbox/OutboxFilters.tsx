import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { letterStatuses, statusNames } from './words.ts'

type OutboxFiltersProps = {
  q: string
  status: string
  onWords: (words: string) => void
  onStatus: (status: string) => void
}

const statusChoices = choicesOf(letterStatuses, statusNames)

export function OutboxFilters({ q, status, onWords, onStatus }: OutboxFiltersProps) {
  return (
    <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
      <SearchField label="Search letters" value={q} onChange={onWords} className="min-w-52 flex-1 sm:max-w-80" />
      <FilterSelect
        label="Status"
        all="Any status"
        choices={statusChoices}
        value={status}
        onChange={onStatus}
        className="min-w-36"
      />
    </search>
  )
}
