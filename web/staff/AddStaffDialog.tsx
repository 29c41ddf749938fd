import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addStaff } from '../../api/staff.ts'
import { type InvitedUserView, NewStaffInput } from '../../domain/user.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { InvitationLink } from '../users/InvitationLink.tsx'
import { texts } from './words.ts'

const failure = 'Failed to create staff member'

/** Adds a staff member, then shows the invitation link for sending it by other means. */
export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<InvitedUserView | null>(null)
  const client = useQueryClient()
  const form = usePortalForm({
    schema: NewStaffInput,
    defaultValues: { email: '', firstName: '', lastName: '' },
    failure,
    send: (body, idempotencyKey) => call(addStaff, { body: { ...body, role: 'staff' }, idempotencyKey }),
    onSent: async (user) => {
      toast.success('Staff member created successfully')
      setAdded(user)
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Add staff member"
      description={texts.addStaff}
      form={form}
      submit="Add staff member"
      submitting="Creating..."
      sent={added === null ? undefined : <InvitationLink user={added} />}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField label="First name" error={errorOf('firstName')} {...register('firstName')} />
        <TextField label="Last name" error={errorOf('lastName')} {...register('lastName')} />
        <TextField label="Email" type="email" error={errorOf('email')} {...register('email')} />
      </div>
    </FormDialog>
  )
}
