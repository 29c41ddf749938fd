import { useQuery } from '@tanstack/react-query'
import { publishHrPolicyVersion } from '../../api/hr-policies.ts'
import type { HrPolicyVersionView, HrPolicyView } from '../../domain/hr-policy-version.ts'
import { policyCategories, policyCategoryLabels } from '../../domain/hr-policy.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { PublishForm, formValuesOf } from './publish-form.ts'
import { policyVersion } from './queries.ts'
import { texts } from './words.ts'

const failure = 'Failed to publish policy'

type PublishDialogProps = {
  policy: HrPolicyView
  /** The version to begin with. */
  from: number
  onClose: () => void
}

/** A new version, prefilled from an earlier one. */
export function PublishDialog({ policy, from, onClose }: PublishDialogProps) {
  const query = useQuery(policyVersion(policy.slug, from))
  if (query.data !== undefined) return <VersionForm policy={policy} start={query.data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} width="wide" title="New version">
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading the text" />
      )}
    </Dialog>
  )
}

type VersionFormProps = { policy: HrPolicyView; start: HrPolicyVersionView; onClose: () => void }

function VersionForm({ policy, start, onClose }: VersionFormProps) {
  const form = useSaveForm({
    schema: PublishForm,
    defaultValues: formValuesOf(start),
    failure,
    send: (body, idempotencyKey) =>
      call(publishHrPolicyVersion, {
        params: { policy: policy.slug },
        body: { ...body, appliesTo: start.appliesTo },
        ifMatch: policy.version,
        idempotencyKey,
      }),
    success: ({ number }) => `Version ${number} published successfully`,
    queryKey: ['hr-policies'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="New version"
      description={texts.publish}
      width="wide"
      form={form}
      submit="Publish version"
      submitting="Publishing..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField
          label="What changed"
          optional
          help="Short summary of what changed."
          error={errorOf('note')}
          {...register('note')}
        />
        <TextArea
          label="Text"
          rows={18}
          help="Use Markdown: ## headings, - lists, [text](https://…) links, | tables."
          error={errorOf('content')}
          {...register('content')}
        />
        <TextField label="Title" error={errorOf('title')} {...register('title')} />
        <TextArea label="Description" rows={2} error={errorOf('description')} {...register('description')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <SelectField
            label="Category"
            choices={choicesOf(policyCategories, policyCategoryLabels)}
            error={errorOf('category')}
            {...register('category')}
          />
          <DateField label="Current as of" error={errorOf('asOf')} {...register('asOf')} />
          <DateField label="Next review" error={errorOf('nextReview')} {...register('nextReview')} />
        </div>
        <TextField label="Tags" help="Separate with commas." error={errorOf('tags')} {...register('tags')} />
        <TextArea
          label="Sources"
          rows={5}
          help="One per line: title, then URL."
          error={errorOf('sources')}
          {...register('sources')}
        />
        <CheckboxField
          label="Required for the employers it applies to"
          error={errorOf('required')}
          {...register('required')}
        />
      </div>
    </FormDialog>
  )
}
