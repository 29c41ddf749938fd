import type { Endpoint } from '../../api/kit/endpoint.ts'
import { ListFilters, type ListState } from '../kit/ListFilters.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { TakeAlong } from '../kit/TakeAlong.tsx'
import { useMay } from '../session/use-may.ts'
import { FolderPicker } from './FolderPicker.tsx'

export const paperFilterNames = ['q', 'status', 'folder', 'order'] as const
export type PaperListState = ListState<(typeof paperFilterNames)[number]>

type PaperFiltersProps = {
  /** "invoices" */
  what: string
  state: PaperListState
  statuses: readonly Choice[]
  orders: readonly Choice[]
  /** Whoever works with several clients tells them apart. */
  byFolder: boolean
  /** What answers the list as CSV, and what it is asked for. */
  csv: Endpoint
  query: object
}

/** Narrows a list of papers that lie in client folders: proposals, contracts, invoices. */
export function PaperFilters({ what, state, statuses, orders, byFolder, csv, query }: PaperFiltersProps) {
  const mayTake = useMay(csv)
  return (
    <ListFilters
      label={`Search ${what}`}
      state={state}
      words="q"
      place="page"
      filters={[
        { name: 'status', label: 'Status', all: 'Any status', choices: statuses },
        { name: 'order', label: 'Order', all: 'Newest first', choices: orders },
      ]}
    >
      {byFolder && (
        <FolderPicker
          label="Client folder"
          all="All client folders"
          value={state.values.folder}
          className="min-w-48 flex-1 sm:w-64 sm:flex-none [&_label]:sr-only"
          onChoose={(chosen) => state.set('folder', chosen?.id ?? '')}
        />
      )}
      {mayTake && <TakeAlong endpoint={csv} query={query} what={what} />}
    </ListFilters>
  )
}
