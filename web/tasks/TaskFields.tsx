import { useQuery } from '@tanstack/react-query'
import { useFieldArray } from 'react-hook-form'
import { recurrences, type TaskInput } from '../../domain/task.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { ChecklistField } from './ChecklistField.tsx'
import { assigneesOf } from './queries.ts'
import type { TaskFormValues } from './task-form.ts'
import { recurrenceLabels, texts } from './words.ts'

export function TaskFields({ form }: { form: PortalForm<TaskFormValues, TaskInput> }) {
  const { register, errorOf, setValue, watch, control } = form
  // The items have ids of their own.
  const { fields, append, remove } = useFieldArray({ control, name: 'checklist', keyName: 'key' })
  const folderId = watch('clientFolderId') ?? ''
  const people = useQuery(assigneesOf(folderId)).data ?? []
  const recurrence = watch('recurrence') ?? ''
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Title" className="sm:col-span-2" error={errorOf('title')} {...register('title')} />
      <FolderPicker
        label="Client folder"
        none="None (internal task)"
        value={folderId}
        error={errorOf('clientFolderId')}
        onChoose={(folder) => setValue('clientFolderId', folder?.id ?? '', { shouldDirty: true })}
      />
      <SelectField
        label="Assignee"
        empty="Unassigned"
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        error={errorOf('assigneeId')}
        {...register('assigneeId')}
        value={watch('assigneeId') ?? ''}
      />
      <DateField label="Due date" optional={recurrence === ''} error={errorOf('dueDate')} {...register('dueDate')} />
      <SelectField
        label="Repeats"
        empty="Never"
        choices={choicesOf(recurrences, recurrenceLabels)}
        help={recurrence === '' ? undefined : texts.repeats}
        error={errorOf('recurrence')}
        {...register('recurrence')}
      />
      <TextArea label="Notes" optional className="sm:col-span-2" error={errorOf('notes')} {...register('notes')} />
      <div className="sm:col-span-2">
        <ChecklistField
          fields={fields}
          register={(index) => register(`checklist.${index}.text`)}
          errorOf={(index) => errorOf(`checklist.${index}.text`)}
          onAdd={() => append({ text: '' })}
          onRemove={remove}
        />
      </div>
    </div>
  )
}
