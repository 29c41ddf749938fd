import type { z } from 'zod'
import { AssignmentInput, RequiredAction } from '../../domain/assignment.ts'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { requiredActionLabels } from './words.ts'

export type AssignmentFormValues = z.input<typeof AssignmentInput>

type AssignmentFieldsProps = {
  form: PortalForm<AssignmentFormValues, AssignmentInput>
  folderId: string
}

/** What an assignment says, for giving and for changing one. */
export function AssignmentFields({ form, folderId }: AssignmentFieldsProps) {
  const { register, errorOf, setValue, watch } = form
  return (
    <div className="space-y-4">
      <TextField label="Title" error={errorOf('title')} {...register('title')} />
      <TextArea label="Description" error={errorOf('description')} {...register('description')} />
      <DateField label="Due date" optional help="Eastern Time" error={errorOf('dueDate')} {...register('dueDate')} />
      <DocumentPicker
        label="Document"
        folderId={folderId}
        value={watch('documentId') ?? null}
        error={errorOf('documentId')}
        onChoose={(id) => setValue('documentId', id, { shouldDirty: true })}
      />
      <SelectField
        label="Client needs to"
        choices={choicesOf(RequiredAction.options, requiredActionLabels)}
        error={errorOf('requiredAction')}
        {...register('requiredAction')}
      />
    </div>
  )
}
