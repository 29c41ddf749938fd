import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { jobStepKinds, type JobTemplateInput, maxSteps } from '../../domain/job-template.ts'
import { Button } from '../kit/Button.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { assigneesOf } from '../tasks/queries.ts'
import { stepKindLabels, texts } from './words.ts'

export type JobTemplateFormValues = z.input<typeof JobTemplateInput>

export const blankStep = { kind: 'task', title: '', details: '', dueInDays: null, assigneeId: '' } as const

type StepsFieldProps = { form: PortalForm<JobTemplateFormValues, JobTemplateInput> }

/** The steps of a job in their order. */
export function StepsField({ form }: StepsFieldProps) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'steps', keyName: 'key' })
  return (
    <section aria-label="Steps">
      <h3 className="text-panel text-ink">Steps</h3>
      {fields.length === 0 && <p className="mt-1 text-body text-danger">{form.errorOf('steps')}</p>}
      <ol className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {fields.map((field, index) => (
          <li key={field.key} className="py-4">
            <div className="mb-2 flex items-center justify-between">
              <h4 className="text-meta font-semibold text-ink-2">Step {index + 1}</h4>
              <div className="flex">
                <IconButton
                  label={`Move step ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Move step ${index + 1} down`}
                  disabled={index === fields.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton label={`Remove step ${index + 1}`} onClick={() => remove(index)}>
                  <Trash2 />
                </IconButton>
              </div>
            </div>
            <Step form={form} index={index} />
          </li>
        ))}
      </ol>
      {fields.length < maxSteps && (
        <Button className="mt-3" onClick={() => append(blankStep)}>
          <Plus />
          Add step
        </Button>
      )}
    </section>
  )
}

const daysTyped = (value: unknown) => (value === '' || value === null ? null : Number(value))

function Step({ form, index }: StepsFieldProps & { index: number }) {
  const { register, errorOf, watch, setValue } = form
  const kind = watch(`steps.${index}.kind`)
  const people = useQuery(assigneesOf('')).data ?? []
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <SelectField
        label="Type"
        choices={choicesOf(jobStepKinds, stepKindLabels)}
        error={errorOf(`steps.${index}.kind`)}
        {...register(`steps.${index}.kind`, { onChange: () => setValue(`steps.${index}.assigneeId`, '') })}
      />
      <TextField label="Title" error={errorOf(`steps.${index}.title`)} {...register(`steps.${index}.title`)} />
      <TextField
        label="Due (days after start)"
        optional
        inputMode="numeric"
        autoComplete="off"
        error={errorOf(`steps.${index}.dueInDays`)}
        {...register(`steps.${index}.dueInDays`, { setValueAs: daysTyped })}
      />
      {kind === 'task' && (
        <SelectField
          label="Assignee"
          empty={texts.lead}
          choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf(`steps.${index}.assigneeId`)}
          {...register(`steps.${index}.assigneeId`)}
          value={watch(`steps.${index}.assigneeId`) ?? ''}
        />
      )}
      <TextArea
        label={kind === 'task' ? 'Notes' : 'Description for the client'}
        optional={kind !== 'assignment'}
        className="sm:col-span-2"
        error={errorOf(`steps.${index}.details`)}
        {...register(`steps.${index}.details`)}
      />
    </div>
  )
}
