import { changeJobTemplate, createJobTemplate } from '../../api/job-templates.ts'
import { JobTemplateInput, type JobTemplateView } from '../../domain/job-template.ts'
import { serviceTypeLabels, serviceTypes } from '../../domain/service-request.ts'
import { call } from '../kit/call.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
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
  const form = useEditForm<JobTemplateView, typeof JobTemplateInput, JobTemplateView>({
    item: template,
    read: (client) => client.fetchQuery({ ...jobTemplateById(template.id), staleTime: 0 }),
    valuesOf: ({ name, service, steps }) => ({ name, service: service ?? '', steps }),
    describe: (after) => [
      ['name', 'Name', after.name],
      ['service', 'Service', after.service === null ? 'None' : serviceTypeLabels[after.service]],
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
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: PortalForm<JobTemplateFormValues, JobTemplateInput> }) {
  const { register, errorOf } = form
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Name" error={errorOf('name')} {...register('name')} />
      <SelectField
        label="Service"
        optional
        empty="Any service"
        choices={choicesOf(serviceTypes, serviceTypeLabels)}
        error={errorOf('service')}
        {...register('service')}
      />
      <div className="sm:col-span-2">
        <StepsField form={form} />
      </div>
    </div>
  )
}
