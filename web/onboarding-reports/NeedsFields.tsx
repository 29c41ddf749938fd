import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { maxNeeds } from '../../domain/onboarding-report.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { TextField } from '../kit/TextField.tsx'
import type { ReportFormState } from './form-values.ts'

/** What the client needs, one line each; Enter begins the next one. */
export function NeedsFields({ form }: { form: ReportFormState }) {
  const { register, errorOf, control } = form
  const { fields, append, remove } = useFieldArray({ name: 'clientNeeds', control })
  const add = () => append({ need: '' })
  return (
    <section aria-label="Needs">
      <h3 className="text-panel text-ink">What the client needs</h3>
      <ol className="mt-2 space-y-2">
        {fields.map((field, index) => (
          <li key={field.id} className="grid grid-cols-[minmax(0,1fr)_40px] gap-x-2">
            <TextField
              label={`Need ${index + 1}`}
              unseenLabel
              maxLength={200}
              error={errorOf(`clientNeeds.${index}.need`)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                if (fields.length < maxNeeds) add()
              }}
              {...register(`clientNeeds.${index}.need`)}
            />
            <IconButton label={`Remove need ${index + 1}`} onClick={() => remove(index)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ol>
      {fields.length < maxNeeds && (
        <Button className="mt-3" onClick={add}>
          <Plus />
          Add a need
        </Button>
      )}
    </section>
  )
}
