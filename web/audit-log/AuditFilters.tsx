import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { FilterSelect } from '../kit/SelectField.tsx'
import type { Choice } from '../kit/SelectField.tsx'
import { DateField } from '../kit/TextField.tsx'
import { actionWords } from '../timeline/event-words.ts'
import { PersonPicker } from './PersonPicker.tsx'
import { auditWords, type AuditFilter } from './queries.ts'

type AuditFiltersProps = {
  filter: AuditFilter
  onChange: (change: Partial<Record<keyof AuditFilter, string>>) => void
  onAll: () => void
}

const wide = 'w-full sm:w-[calc(50%-4px)] lg:w-[calc(25%-6px)]'

/** Who, where, what and when. */
export function AuditFilters({ filter, onChange, onAll }: AuditFiltersProps) {
  const words = useQuery(auditWords)
  const { actorId = '', clientFolderId = '', entityType = '', action = '', from = '', to = '', entityId } = filter
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const chosen = Object.keys(filter).length
  const isTurned = from !== '' && to !== '' && from > to
  return (
    <search className="border-b border-line px-4 py-3 sm:px-5">
      {/* A phone shows the entries first. */}
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)} className="sm:hidden">
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <div id={id} className={classes(isOpen ? 'max-sm:mt-3' : 'max-sm:hidden')}>
        <div className="flex flex-wrap items-start gap-2">
          <PersonPicker value={actorId} className={wide} onChoose={(id) => onChange({ actorId: id })} />
          <FolderPicker
            label="Client folder"
            all="All client folders"
            value={clientFolderId}
            className={wide}
            onChoose={(folder) => onChange({ clientFolderId: folder?.id ?? '' })}
          />
          <FilterSelect
            label="Record type"
            all="All record types"
            choices={choicesOf(words.data?.entityTypes, entityType)}
            value={entityType}
            onChange={(value) => onChange({ entityType: value })}
          />
          <FilterSelect
            label="Action"
            all="All actions"
            choices={choicesOf(words.data?.actions, action)}
            value={action}
            onChange={(value) => onChange({ action: value })}
          />
        </div>
        <div className="mt-3 flex flex-wrap items-end gap-2">
          <DateField
            label="From"
            optional
            value={from}
            onChange={(event) => onChange({ from: event.target.value })}
            className="w-[calc(50%-4px)] sm:w-44"
          />
          <DateField
            label="To"
            optional
            value={to}
            error={isTurned ? 'End date must be on or after the start date.' : undefined}
            onChange={(event) => onChange({ to: event.target.value })}
            className="w-[calc(50%-4px)] sm:w-44"
          />
          {entityId !== undefined && (
            <Button onClick={() => onChange({ entityId: '' })}>
              <X />
              One record only
            </Button>
          )}
          {chosen > 0 && (
            <Button variant="ghost" onClick={onAll}>
              Clear filters
            </Button>
          )}
        </div>
      </div>
    </search>
  )
}

/** Includes the selected value even before the choices have loaded, or if no entry has it. */
function choicesOf(words: readonly string[] = [], chosen: string): Choice[] {
  const all = chosen === '' || words.includes(chosen) ? words : [chosen, ...words]
  return all.map((word) => {
    const label = actionWords(word)
    return { value: word, label: label.charAt(0).toUpperCase() + label.slice(1) }
  })
}
