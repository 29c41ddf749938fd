import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import { jobStepKinds, type JobTemplateInput, maxSteps } from '../../domain/job-template.ts'
import { Button } from '../kit/Button.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { MoveButtons } from '../kit/MoveButtons.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { ChecklistField } from '../tasks/ChecklistField.tsx'
import { assigneesOf } from '../tasks/queries.ts'
import { stepKindLabels, texts } from './words.ts'

export type JobTemplateFormValues = z.input<typeof JobTemplateInput>

export const blankStep: JobTemplateFormValues['steps'][number] = {
  kind: 'task',
  title: '',
  details: '',
  dueInDays: null,
  assigneeId: '',
  checklist: [],
}

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
              <MoveButtons
                about={`step ${index + 1}`}
                at={index}
                count={fields.length}
                onSwap={swap}
                onRemove={remove}
              />
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

type StepFieldProps = StepsFieldProps & { index: number }

function Step({ form, index }: StepFieldProps) {
  const { register, errorOf, watch, setValue } = form
  const kind = watch(`steps.${index}.kind`)
  const people = useQuery(assigneesOf('')).data ?? []
  const clearWhatTasksHave = () => {
    setValue(`steps.${index}.assigneeId`, '')
    setValue(`steps.${index}.checklist`, [])
  }
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <SelectField
        label="Type"
        choices={choicesOf(jobStepKinds, stepKindLabels)}
        error={errorOf(`steps.${index}.kind`)}
        {...register(`steps.${index}.kind`, { onChange: clearWhatTasksHave })}
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
      {kind === 'task' && <StepChecklist form={form} index={index} />}
    </div>
  )
}

function StepChecklist({ form, index }: StepFieldProps) {
  const { control, register, errorOf } = form
  // The items have ids of their own.
  const { fields, append, remove } = useFieldArray({ control, name: `steps.${index}.checklist`, keyName: 'key' })
  return (
    <div className="sm:col-span-2">
      <ChecklistField
        owner={`step ${index + 1}`}
        heading="h5"
        fields={fields}
        register={(item) => register(`steps.${index}.checklist.${item}.text`)}
        errorOf={(item) => errorOf(`steps.${index}.checklist.${item}.text`)}
        onAdd={() => append({ text: '' })}
        onRemove={remove}
      />
    </div>
  )
}
