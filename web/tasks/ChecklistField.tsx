import { Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { maxChecklistItems } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { TextField } from '../kit/TextField.tsx'

type ChecklistFieldProps = {
  /** What the checklist belongs to, where a form has several: "step 2". */
  owner?: string
  heading?: 'h3' | 'h5'
  /** From useFieldArray. */
  fields: readonly { key: string }[]
  register: (index: number) => UseFormRegisterReturn
  errorOf: (index: number) => string | undefined
  onAdd: () => void
  onRemove: (index: number) => void
}

/** The items of a checklist; Enter adds the next one. */
export function ChecklistField(props: ChecklistFieldProps) {
  const { owner, heading: Heading = 'h3', fields, register, errorOf, onAdd, onRemove } = props
  const ofOwner = owner === undefined ? '' : ` of ${owner}`
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (fields.length < maxChecklistItems) onAdd()
  }
  return (
    <section aria-label={`Checklist${ofOwner}`}>
      <Heading className="text-meta font-semibold text-ink">Checklist</Heading>
      <ol className="mt-1.5 space-y-2 empty:hidden">
        {fields.map((field, index) => (
          <li key={field.key} className="flex items-start gap-1">
            <TextField
              label={`Item ${index + 1}${ofOwner}`}
              unseenLabel
              className="min-w-0 flex-1"
              autoComplete="off"
              error={errorOf(index)}
              onKeyDown={addOnEnter}
              {...register(index)}
            />
            <IconButton label={`Remove item ${index + 1}${ofOwner}`} onClick={() => onRemove(index)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ol>
      {fields.length < maxChecklistItems && (
        <Button size="small" className="mt-2" onClick={onAdd}>
          <Plus />
          Add item{owner !== undefined && <span className="sr-only"> to {owner}</span>}
        </Button>
      )}
    </section>
  )
}
