import { Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFieldArray } from 'react-hook-form'
import { maxChecklistItems, type TaskInput } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { TextField } from '../kit/TextField.tsx'
import type { TaskFormValues } from './task-form.ts'

type ChecklistFieldProps = Pick<PortalForm<TaskFormValues, TaskInput>, 'control' | 'register' | 'errorOf'>

/** The items of a checklist; Enter adds the next one. */
export function ChecklistField({ control, register, errorOf }: ChecklistFieldProps) {
  // The items have ids of their own.
  const { fields, append, remove } = useFieldArray({ control, name: 'checklist', keyName: 'key' })
  const add = () => append({ text: '' })
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (fields.length < maxChecklistItems) add()
  }
  return (
    <section aria-label="Checklist">
      <h3 className="text-meta font-semibold text-ink">Checklist</h3>
      <ol className="mt-1.5 space-y-2 empty:hidden">
        {fields.map((field, index) => (
          <li key={field.key} className="flex items-start gap-1">
            <TextField
              label={`Item ${index + 1}`}
              unseenLabel
              className="min-w-0 flex-1"
              autoComplete="off"
              error={errorOf(`checklist.${index}.text`)}
              onKeyDown={addOnEnter}
              {...register(`checklist.${index}.text`)}
            />
            <IconButton label={`Remove item ${index + 1}`} onClick={() => remove(index)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ol>
      {fields.length < maxChecklistItems && (
        <Button size="small" className="mt-2" onClick={add}>
          <Plus />
          Add item
        </Button>
      )}
    </section>
  )
}
