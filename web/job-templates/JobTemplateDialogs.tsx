import { changeJobTemplate, createJobTemplate } from '../../api/job-templates.ts'
import { JobTemplateInput, type JobTemplateView } from '../../domain/job-template.ts'
import { useServiceName, useServiceOptions } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { jobTemplateById } from './queries.ts'
import { blankStep, type JobTemplateFormValues, StepsField } from './StepsField.tsx'
import { texts } from './words.ts'

export function NewJobTemplateDialog({ onClose }: { onClose: () => void }) {
  const form = useSaveForm({
    schema: JobTemplateInput,
    defaultValues: { name: '', service: '' as const, steps: [blankStep] },
    failure: 'Couldn’t create the template',
    send: (body, idempotencyKey) => call(createJobTemplate, { body, idempotencyKey }),
    success: 'Template created',
    queryKey: ['job-templates'],
    onClose,
  })
  return (
    <FormDialog
      title="New job template"
      width="wide"
      form={form}
      submit="Create template"
      submitting="Creating..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

export function EditJobTemplateDialog({ template, onClose }: { template: JobTemplateView; onClose: () => void }) {
  const serviceName = useServiceName()
  const form = useEditForm<JobTemplateView, typeof JobTemplateInput, JobTemplateView>({
    item: template,
    read: (client) => client.fetchQuery({ ...jobTemplateById(template.id), staleTime: 0 }),
    valuesOf: ({ name, service, steps }) => ({ name, service: service ?? '', steps }),
    describe: (after) => [
      ['name', 'Name', after.name],
      ['service', 'Service', after.service === null ? 'None' : serviceName(after.service)],
      ['steps', 'Steps', after.steps.map(({ title }) => title).join(', ')],
    ],
    schema: JobTemplateInput,
    failure: 'Couldn’t save the template',
    send: (body, ifMatch) => call(changeJobTemplate, { params: { id: template.id }, body, ifMatch }),
    success: 'Template saved',
    queryKey: ['job-templates'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit job template"
      description={texts.edit}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <Fields form={form} current={template.service} />
    </FormDialog>
  )
}

type FieldsProps = { form: PortalForm<JobTemplateFormValues, JobTemplateInput>; current?: string | null }

function Fields({ form, current }: FieldsProps) {
  const services = useServiceOptions(current)
  const { register, errorOf } = form
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Name" error={errorOf('name')} {...register('name')} />
      <SelectField
        label="Service"
        optional
        empty="Any service"
        choices={services}
        error={errorOf('service')}
        {...register('service')}
        value={form.watch('service') ?? ''}
      />
      <div className="sm:col-span-2">
        <StepsField form={form} />
      </div>
    </div>
  )
}
