import { useController, useWatch } from 'react-hook-form'
import { TemplatePicker } from '../agreement-templates/TemplatePicker.tsx'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { officeDay } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { ServiceLines } from '../service-rates/ServiceLines.tsx'
import { TimelineFields } from './TimelineFields.tsx'
import type { ProposalForm } from './form-values.ts'

type ProposalFieldsProps = {
  form: ProposalForm
  /** Whether the folder can be chosen; an existing proposal can't move. */
  choosesFolder: boolean
}

/** The fields of a proposal, for creating and editing. */
export function ProposalFields({ form, choosesFolder }: ProposalFieldsProps) {
  const { register, errorOf, control, setValue } = form
  const template = useWatch({ control, name: 'template' })
  const now = useNow()
  return (
    <div className="space-y-6">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
        {choosesFolder && <FolderChoice form={form} />}
        <DateField
          label="Valid until"
          className={choosesFolder ? '' : 'sm:order-last'}
          min={officeDay(now)}
          error={errorOf('validUntil')}
          {...register('validUntil')}
        />
        <TextField
          label="Title"
          className={choosesFolder ? 'sm:col-span-2' : ''}
          error={errorOf('title')}
          {...register('title')}
        />
        <TextArea
          label="Description"
          className="sm:order-last sm:col-span-2"
          error={errorOf('description')}
          {...register('description')}
        />
      </div>
      <ServiceLines
        name="services"
        control={control}
        more={(index) => (
          <CheckboxField
            label="Optional: the client chooses it when approving"
            error={errorOf(`services.${index}.isOptional`)}
            {...register(`services.${index}.isOptional`)}
          />
        )}
      />
      <TimelineFields form={form} />
      <TemplatePicker
        kind="proposal"
        value={template}
        error={errorOf('template')}
        onChange={(choice) => setValue('template', choice, { shouldDirty: true })}
      />
    </div>
  )
}

function FolderChoice({ form }: { form: ProposalForm }) {
  const { field, fieldState } = useController({ name: 'clientFolderId', control: form.control })
  return (
    <FolderPicker
      label="Client folder"
      value={field.value}
      error={fieldState.error?.message}
      onChoose={(folder) => field.onChange(folder?.id ?? '')}
    />
  )
}
