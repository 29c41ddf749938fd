import { Role } from '../../domain/actor.ts'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { roleNames } from './words.ts'

type UserFiltersProps = {
  q: string
  role: string
  status: string
  onWords: (words: string) => void
  onRole: (role: string) => void
  onStatus: (status: string) => void
}

const roleChoices = choicesOf(Role.options, roleNames)
const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export function UserFilters({ q, role, status, onWords, onRole, onStatus }: UserFiltersProps) {
  return (
    <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
      <SearchField label="Search users" value={q} onChange={onWords} className="w-full sm:w-80" />
      <FilterSelect
        label="Role"
        all="All roles"
        choices={roleChoices}
        value={role}
        onChange={onRole}
        className="flex-1 sm:max-w-40"
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
