import { InvoiceStatus } from '../../domain/invoice.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'

type InvoiceFiltersProps = {
  q: string
  status: string
  folder: string
  /** Those who see the folders of several clients, and drafts. */
  forTeam: boolean
  onWords: (words: string) => void
  onStatus: (status: string) => void
  onFolder: (id: string) => void
}

export function InvoiceFilters(props: InvoiceFiltersProps) {
  const { q, status, folder, forTeam, onWords, onStatus, onFolder } = props
  const offered = InvoiceStatus.options.filter((each) => forTeam || each !== 'draft')
  return (
    <search className="mb-4 flex flex-wrap items-end gap-2 sm:mb-5">
      <SearchField label="Search invoices" value={q} onChange={onWords} className="w-full sm:w-72" />
      <FilterSelect
        label="Status"
        all="Any status"
        choices={offered.map((value) => ({ value, label: statusWords(value) }))}
        value={status}
        onChange={onStatus}
        className="w-full sm:w-40"
      />
      {forTeam && (
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
