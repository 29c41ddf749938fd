import { Plus, Trash2 } from 'lucide-react'
import { type FieldValues, useFieldArray } from 'react-hook-form'
import { maxPhases } from '../../domain/proposal.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { TextField } from '../kit/TextField.tsx'
import type { ProposalForm } from './form-values.ts'

/** The phases of the work and their durations. */
export function TimelineFields<Typed extends FieldValues & { timeline?: unknown }, Checked>({
  form,
}: {
  form: PortalForm<Typed, Checked>
}) {
  // Every form with a timeline has the same fields as a proposal's; TypeScript can't infer that from the path.
  const { register, errorOf, control } = form as unknown as ProposalForm
  const { fields, append, remove } = useFieldArray({ name: 'timeline', control })
  return (
    <section aria-label="Timeline">
      <h3 className="text-panel text-ink">Timeline</h3>
      <ol className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {fields.map((field, index) => (
          <li key={field.id} className="py-3">
            <div
              role="group"
              aria-label={`Phase ${index + 1}`}
              className="grid grid-cols-[minmax(0,1fr)_40px] gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,4fr)_40px]"
            >
              <TextField
                label="Phase"
                className="max-sm:col-span-2"
                error={errorOf(`timeline.${index}.phase`)}
                {...register(`timeline.${index}.phase`)}
              />
              <TextField
                label="Duration"
                className="max-sm:col-span-2"
                error={errorOf(`timeline.${index}.duration`)}
                {...register(`timeline.${index}.duration`)}
              />
              <TextField
                label="Description"
                optional
                error={errorOf(`timeline.${index}.description`)}
                {...register(`timeline.${index}.description`)}
              />
              <IconButton label={`Remove phase ${index + 1}`} className="mt-6" onClick={() => remove(index)}>
                <Trash2 />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {fields.length < maxPhases && (
        <Button className="mt-3" onClick={() => append({ phase: '', duration: '', description: '' })}>
          <Plus />
          Add a phase
        </Button>
      )}
    </section>
  )
}
