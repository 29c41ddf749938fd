import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { FolderPicker } from './FolderPicker.tsx'

type PaperFiltersProps = {
  /** What is searched: "Search invoices". */
  label: string
  statuses: readonly Choice[]
  q: string
  status: string
  folder: string
  /** Whoever works with several clients tells them apart. */
  byFolder: boolean
  onWords: (words: string) => void
  onStatus: (status: string) => void
  onFolder: (id: string) => void
}

/** Narrows a list of papers that lie in client folders: proposals, contracts, invoices. */
export function PaperFilters(props: PaperFiltersProps) {
  const { label, statuses, q, status, folder, byFolder, onWords, onStatus, onFolder } = props
  return (
    <search className="mb-4 flex flex-wrap items-end gap-2 sm:mb-5">
      <SearchField label={label} value={q} onChange={onWords} className="w-full sm:w-72" />
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
          className="w-full sm:w-64 [&_label]:sr-only"
          onChoose={(chosen) => onFolder(chosen?.id ?? '')}
        />
      )}
    </search>
  )
}
