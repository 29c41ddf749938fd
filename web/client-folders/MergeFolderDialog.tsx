import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { mergeClientFolder } from '../../api/client-folders.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { MergeChoice } from '../../domain/folder-merge.ts'
import { requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { FolderPicker } from './FolderPicker.tsx'
import { MergeAccess } from './MergeAccess.tsx'
import { MergePreview } from './MergePreview.tsx'
import { mergePreviewOf } from './queries.ts'
import { texts } from './words.ts'

const MergeForm = z.strictObject({
  intoId: z.string().min(1, 'Choose the folder that remains.'),
  reason: requiredText('Enter the reason for the merge.'),
  people: z.record(z.string(), MergeChoice),
})

/** For administrators: merges this folder, a duplicate, into another one. */
export function MergeFolderDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useSaveForm({
    schema: MergeForm,
    defaultValues: { intoId: '', reason: '', people: {} },
    failure: 'Couldn’t merge the folders',
    send: ({ intoId, reason, people }, idempotencyKey) => {
      const choices = Object.entries(people).map(([userId, choice]) => ({ userId, choice }))
      return call(mergeClientFolder, {
        params: { id: folder.id },
        body: { intoId, reason, people: choices },
        ifMatch: folder.version,
        idempotencyKey,
      })
    },
    success: 'Client folders merged',
    queryKey: ['client-folders'],
    onClose,
    onSaved: ({ id }) => {
      void client.invalidateQueries()
      void navigate({ to: '/client-folders/$id', params: { id } })
    },
  })
  const { register, errorOf, pending, setValue, watch } = form
  const intoId = watch('intoId')
  // Not while it is merged: there is no preview of a folder that was merged.
  const preview = useQuery({ ...mergePreviewOf(folder.id, intoId), enabled: intoId !== '' && !pending })
  const plan = intoId === '' ? undefined : preview.data
  const isFree = plan !== undefined && plan.obstacles.length === 0
  return (
    <FormDialog
      title={`Merge ${folder.name} into another folder?`}
      description={texts.merge}
      width="wide"
      form={form}
      submit="Merge folders"
      submitting="Merging..."
      disabled={intoId !== '' && !isFree}
      onClose={onClose}
    >
      <div className="space-y-5">
        <FolderPicker
          label="Folder that remains"
          value={intoId}
          except={folder.id}
          error={errorOf('intoId')}
          onChoose={(into) => {
            if (into?.id === intoId) return
            // Each folder has its own people to choose for.
            setValue('people', {})
            setValue('intoId', into?.id ?? '', { shouldDirty: true, shouldValidate: true })
          }}
        />
        {intoId === '' ? null : plan !== undefined ? (
          <MergePreview plan={plan} />
        ) : preview.isError ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <SkeletonRows />
        )}
        {isFree && (
          <MergeAccess
            key={intoId}
            plan={plan}
            fieldOf={(userId) => ({ ...register(`people.${userId}`), error: errorOf(`people.${userId}`) })}
          />
        )}
        {isFree && (
          <TextArea
            label="Reason"
            rows={2}
            help={texts.mergeReason}
            error={errorOf('reason')}
            {...register('reason')}
          />
        )}
      </div>
    </FormDialog>
  )
}
