import type { FieldPath, FieldValues } from 'react-hook-form'
import { DocumentRequestPriority } from '../../domain/document-request.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea } from '../kit/TextField.tsx'
import { priorityWords } from './words.ts'

interface Shared {
  description?: string | null | undefined
  priority?: DocumentRequestPriority | undefined
  dueDate?: string | null | undefined
}

/** The fields other than the title, which several requests created together share. */
export function SharedFields<Typed extends FieldValues & Shared, Checked>({
  form: { register, errorOf },
  about,
}: {
  form: PortalForm<Typed, Checked>
  about: string
}) {
  // Every form with these fields has them under these names.
  const [description, priority, dueDate] = ['description', 'priority', 'dueDate'] as FieldPath<Typed>[] as [
    FieldPath<Typed>,
    FieldPath<Typed>,
    FieldPath<Typed>,
  ]
  return (
    <>
      <TextArea
        label="Description"
        optional
        rows={3}
        help={about}
        error={errorOf(description)}
        {...register(description)}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField label="Due date" optional help="Eastern Time" error={errorOf(dueDate)} {...register(dueDate)} />
        <SelectField
          label="Priority"
          choices={choicesOf(DocumentRequestPriority.options, priorityWords)}
          error={errorOf(priority)}
          {...register(priority)}
        />
      </div>
    </>
  )
}
