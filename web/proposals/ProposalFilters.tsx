import { ProposalStatus } from '../../domain/proposal.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { FilterSelect } from '../kit/FilterSelect.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { statusLabels } from './words.ts'

type ProposalFiltersProps = {
  q: string
  status: string
  folder: string
  /** Whoever writes proposals has drafts, and clients to tell apart. */
  forTeam: boolean
  onWords: (words: string) => void
  onStatus: (status: string) => void
  onFolder: (id: string) => void
}

export function ProposalFilters(props: ProposalFiltersProps) {
  const { q, status, folder, forTeam, onWords, onStatus, onFolder } = props
  const offered = ProposalStatus.options.filter((each) => forTeam || each !== 'draft')
  return (
    <search className="mb-4 flex flex-wrap items-end gap-2 sm:mb-5">
      <SearchField label="Search proposals" value={q} onChange={onWords} className="w-full sm:w-72" />
      <FilterSelect
        label="Status"
        all="Any status"
        choices={choicesOf(offered, statusLabels)}
        value={status}
        onChange={onStatus}
        className="w-full sm:w-40"
      />
      {forTeam && (
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
