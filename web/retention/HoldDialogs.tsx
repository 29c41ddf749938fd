import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createLegalHold, releaseLegalHold } from '../../api/retention.ts'
import { LegalHoldInput, LegalHoldRelease, type LegalHoldView } from '../../domain/retention.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'

export function PlaceHoldDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [folderId, setFolderId] = useState('')
  const form = usePortalForm({
    schema: LegalHoldInput,
    defaultValues: { reason: '' },
    failure: 'Couldn’t place the hold.',
    send: (body, idempotencyKey) => call(createLegalHold, { params: { id: folderId }, body, idempotencyKey }),
    onSent: async ({ clientFolderName }) => {
      toast.success(`${clientFolderName} is on legal hold`)
      onClose()
      await client.invalidateQueries({ queryKey: ['legal-holds'] })
      await client.invalidateQueries({ queryKey: ['retention-rules'] })
    },
  })
  return (
    <FormDialog
      title="Place a legal hold"
      description="While the hold is in place, nothing in this folder can be deleted."
      form={form}
      submit="Place hold"
      submitting="Placing..."
      disabled={folderId === ''}
      onClose={onClose}
    >
      <div className="grid min-h-72 content-start gap-4">
        <FolderPicker
          label="Folder"
          all="No folder chosen"
          value={folderId}
          onChoose={(folder) => setFolderId(folder?.id ?? '')}
        />
        <TextArea
          label="Reason"
          help="For example, the claim or charge, and who asked for the hold."
          error={form.errorOf('reason')}
          {...form.register('reason')}
        />
      </div>
    </FormDialog>
  )
}

export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHoldView; onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: LegalHoldRelease,
    defaultValues: { releaseReason: '' },
    failure: 'Couldn’t release the hold.',
    send: (body, idempotencyKey) => call(releaseLegalHold, { params: { id: hold.id }, body, idempotencyKey }),
    onSent: async () => {
      toast.success('Hold released')
      onClose()
      await client.invalidateQueries({ queryKey: ['legal-holds'] })
      await client.invalidateQueries({ queryKey: ['retention-rules'] })
    },
  })
  return (
    <FormDialog
      title={`Release the hold on ${hold.clientFolderName}`}
      description="Records past their retention period will be deleted in the next nightly run, and this client’s data can be deleted again."
      form={form}
      submit="Release"
      submitting="Releasing..."
      onClose={onClose}
    >
      <TextArea
        label="Reason for the release"
        error={form.errorOf('releaseReason')}
        {...form.register('releaseReason')}
      />
    </FormDialog>
  )
}
