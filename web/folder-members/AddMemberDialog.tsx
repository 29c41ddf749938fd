import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addFolderMember } from '../../api/folder-members.ts'
import { FolderMemberInput } from '../../domain/folder-member.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { toast } from '../kit/toast-store.ts'
import { nameOf } from '../staff/queries.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { texts } from './words.ts'

const failure = 'Couldn’t add the team member'

export function AddMemberDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const form = usePortalForm({
    schema: FolderMemberInput,
    defaultValues: { userId: '' },
    failure,
    send: (body, idempotencyKey) => call(addFolderMember, { params: { id: folderId }, body, idempotencyKey }),
    onSent: async () => {
      toast.success('Team member added')
      await client.invalidateQueries({ queryKey: ['client-folders'] })
      onClose()
    },
    onFailed: () => toast.error(failure),
  })
  return (
    <FormDialog
      title="Add team member"
      description={texts.addMember}
      form={form}
      submit="Add team member"
      submitting="Adding..."
      onClose={onClose}
    >
      {/* The list of those found needs room inside the dialog. */}
      <div className="min-h-72">
        <StaffPicker
          label="Staff member"
          value={form.watch('userId')}
          valueName={name}
          error={form.errorOf('userId')}
          onChoose={(person) => {
            setName(nameOf(person))
            form.setValue('userId', person.id, { shouldDirty: true, shouldValidate: true })
          }}
        />
      </div>
    </FormDialog>
  )
}
