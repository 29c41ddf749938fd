import { changeOwnPolicy, createOwnPolicy, readOwnPolicy } from '../../api/own-policies.ts'
import { OwnPolicyInput, type OwnPolicyView } from '../../domain/own-policy.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { outline, texts } from './words.ts'

const queryKey = ['own-policies']

export function NewOwnPolicyDialog({ onClose }: { onClose: () => void }) {
  const form = useSaveForm({
    schema: OwnPolicyInput,
    defaultValues: { title: '', appliesTo: 'All employees of [Employer]', owner: 'Human Resources', content: outline },
    failure: 'Couldn’t create the policy',
    send: (body, idempotencyKey) => call(createOwnPolicy, { body, idempotencyKey }),
    success: 'Policy created',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="New policy"
      description={texts.newPolicy}
      width="wide"
      form={form}
      submit="Create policy"
      submitting="Creating..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

export function EditOwnPolicyDialog({ policy, onClose }: { policy: OwnPolicyView; onClose: () => void }) {
  const form = useEditForm({
    item: policy,
    read: () => call(readOwnPolicy, { params: { id: policy.id } }),
    valuesOf: ({ title, appliesTo, owner, content }: OwnPolicyView) => ({ title, appliesTo, owner, content }),
    describe: (after: OwnPolicyView): [keyof OwnPolicyView, string, string][] => [
      ['title', 'Title', after.title],
      ['appliesTo', 'Applies to', after.appliesTo],
      ['owner', 'Owner', after.owner],
      ['content', 'Text', 'changed'],
    ],
    schema: OwnPolicyInput,
    failure: 'Couldn’t save the policy',
    send: (body, ifMatch) => call(changeOwnPolicy, { params: { id: policy.id }, body, ifMatch }),
    success: 'Policy saved',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="Edit policy"
      description="Handbooks use the published version until you publish this one."
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

function Fields({ form: { register, errorOf } }: { form: PortalForm<OwnPolicyInput, OwnPolicyInput> }) {
  return (
    <div className="space-y-4">
      <TextField label="Title" error={errorOf('title')} {...register('title')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Applies to" error={errorOf('appliesTo')} {...register('appliesTo')} />
        <TextField label="Owner" error={errorOf('owner')} {...register('owner')} />
      </div>
      <TextArea label="Text" rows={16} help={texts.policyText} error={errorOf('content')} {...register('content')} />
    </div>
  )
}
