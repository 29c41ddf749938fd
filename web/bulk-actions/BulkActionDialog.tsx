import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkContents, type BulkKind } from '../../domain/bulk-action.ts'
import { documentTypeLabels, documentTypes } from '../../domain/document-request-sets.ts'
import type { LawChange } from '../../domain/law-change.ts'
import { SharedFields } from '../document-requests/SharedFields.tsx'
import { policiesFound } from '../hr-policies/queries.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { changesFound } from '../law-changes/queries.ts'
import { messageFrom } from '../law-changes/words.ts'
import { DocumentDialog } from './DocumentDialog.tsx'
import { type BulkFormProps, useBulkForm } from './use-bulk-form.ts'
import { texts } from './words.ts'

/** The form for what each recipient of a bulk action gets. */
export function BulkActionDialog({ kind, ...props }: BulkFormProps & { kind: BulkKind }) {
  const Form = forms[kind]
  return <Form {...props} />
}

function MessageDialog(props: BulkFormProps) {
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'message',
    schema: bulkContents.message,
    defaultValues: { content: '' },
  })
  return (
    <FormDialog {...dialog}>
      <TextArea label="Message" rows={8} error={form.errorOf('content')} {...form.register('content')} />
    </FormDialog>
  )
}

function DocumentRequestDialog(props: BulkFormProps) {
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'document-request',
    schema: bulkContents['document-request'],
    defaultValues: { title: '', documentType: 'other', description: '', priority: 'medium', dueDate: '' },
  })
  return (
    <FormDialog {...dialog}>
      <div className="space-y-4">
        <TextField label="Title" error={form.errorOf('title')} {...form.register('title')} />
        <SelectField
          label="Type"
          choices={choicesOf(documentTypes, documentTypeLabels)}
          error={form.errorOf('documentType')}
          {...form.register('documentType')}
        />
        <SharedFields form={form} about="Describe what the document should include." />
      </div>
    </FormDialog>
  )
}

function AssignmentDialog(props: BulkFormProps) {
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'assignment',
    schema: bulkContents.assignment,
    defaultValues: { title: '', description: '', dueDate: '' },
  })
  const { register, errorOf } = form
  return (
    <FormDialog {...dialog}>
      <div className="space-y-4">
        <TextField label="Title" error={errorOf('title')} {...register('title')} />
        <TextArea label="Description" error={errorOf('description')} {...register('description')} />
        <DateField label="Due date" optional help="Eastern Time" error={errorOf('dueDate')} {...register('dueDate')} />
      </div>
    </FormDialog>
  )
}

function PolicyDialog(props: BulkFormProps) {
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'policy-acknowledgment',
    schema: bulkContents['policy-acknowledgment'],
    defaultValues: { policy: '' },
  })
  const policies = useInfiniteQuery(policiesFound({ q: '', category: '', status: 'active' }))
  const choices = (policies.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .map(({ slug, title }) => ({ value: slug, label: title }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <FormDialog {...dialog}>
      <SelectField
        label="Policy"
        empty="Choose a policy"
        choices={choices}
        help="Clients who acknowledged the current version are skipped."
        error={form.errorOf('policy') === undefined ? undefined : 'Choose a policy.'}
        {...form.register('policy')}
      />
    </FormDialog>
  )
}

function LawUpdateDialog(props: BulkFormProps) {
  const { form, dialog } = useBulkForm({
    ...props,
    kind: 'law-update',
    schema: bulkContents['law-update'],
    defaultValues: { lawChangeId: '', content: '' },
  })
  const updates = useInfiniteQuery(changesFound({ headCount: null, sector: null }))
  const found = (updates.data?.pages ?? []).flatMap(({ items }) => items)
  const { register, errorOf, setValue, getFieldState } = form
  return (
    <FormDialog {...dialog}>
      <div className="space-y-4">
        <SelectField
          label="Law update"
          empty="Choose a law update"
          choices={found.map(({ id, title }) => ({ value: id, label: title }))}
          error={errorOf('lawChangeId') === undefined ? undefined : 'Choose a law update.'}
          {...register('lawChangeId', {
            onChange: ({ target }: { target: HTMLSelectElement }) => {
              const change = found.find(({ id }) => id === target.value)
              if (change !== undefined && !getFieldState('content').isDirty)
                form.resetField('content', { defaultValue: messageFrom(change, location.origin) })
              else if (change !== undefined) setValue('lawChangeId', change.id)
            },
          })}
        />
        <TextArea label="Message" rows={12} error={errorOf('content')} {...register('content')} />
      </div>
    </FormDialog>
  )
}

function InvitationDialog(props: BulkFormProps) {
  const { dialog } = useBulkForm({
    ...props,
    kind: 'invitation',
    schema: bulkContents.invitation,
    defaultValues: {},
  })
  return (
    <FormDialog {...dialog}>
      <p>{texts.invited}</p>
    </FormDialog>
  )
}

type AffectedProps = { change: LawChange; applies: number; mayApply: number; onClose: () => void }

/** Notifies the clients that a law update affects, with a text to check and change. */
export function NotifyAffectedDialog({ change, applies, mayApply, onClose }: AffectedProps) {
  const [includeMayApply, setIncludeMayApply] = useState(applies === 0)
  const { form, dialog } = useBulkForm({
    kind: 'law-update',
    schema: bulkContents['law-update'],
    defaultValues: { lawChangeId: change.id, content: messageFrom(change, location.origin) },
    recipients: { filter: { lawChangeId: change.id, includeMayApply } },
    onClose,
  })
  return (
    <FormDialog {...dialog}>
      <div className="space-y-4">
        {mayApply > 0 && (
          <CheckboxField
            label={`Include clients it may apply to (${mayApply.toLocaleString('en-US')})`}
            help="Their number of employees or sector isn’t known."
            checked={includeMayApply}
            onChange={({ target }) => setIncludeMayApply(target.checked)}
          />
        )}
        <TextArea label="Message" rows={12} error={form.errorOf('content')} {...form.register('content')} />
      </div>
    </FormDialog>
  )
}

const forms: Record<BulkKind, (props: BulkFormProps) => React.ReactNode> = {
  message: MessageDialog,
  'document-request': DocumentRequestDialog,
  document: DocumentDialog,
  assignment: AssignmentDialog,
  'policy-acknowledgment': PolicyDialog,
  'law-update': LawUpdateDialog,
  invitation: InvitationDialog,
}
