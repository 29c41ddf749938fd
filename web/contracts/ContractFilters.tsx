import { ContractStatus } from '../../domain/contract.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'

type ContractFiltersProps = {
  q: string
  status: string
  folder: string
  /** Whoever works with several clients tells them apart. */
  byFolder: boolean
  onWords: (words: string) => void
  onStatus: (status: string) => void
  onFolder: (id: string) => void
}

const statuses = ContractStatus.options.map((value) => ({ value, label: statusWords(value) }))

export function ContractFilters(props: ContractFiltersProps) {
  const { q, status, folder, byFolder, onWords, onStatus, onFolder } = props
  return (
    <search className="mb-4 flex flex-wrap items-end gap-2 sm:mb-5">
      <SearchField label="Search contracts" value={q} onChange={onWords} className="w-full sm:w-72" />
      <FilterSelect
        label="Status"
        all="Any status"
        choices={statuses}
        value={status}
        onChange={onStatus}
        className="w-full sm:w-40"
      />
      {byFolder && (
        <FolderPicker
          label="Client folder"
          all="All client folders"
          value={folder}
          className="w-full sm:w-64"
          onChoose={(chosen) => onFolder(chosen?.id ?? '')}
        />
      )}
    </search>
  )
}
