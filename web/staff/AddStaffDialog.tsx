import { useQueryClient } from '@tanstack/react-query'
import { addStaff } from '../../api/staff.ts'
import { NewStaffInput } from '../../domain/user.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'

const failure = 'Failed to create staff member'

export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: NewStaffInput,
    defaultValues: { email: '', firstName: '', lastName: '' },
    failure,
    send: (body, idempotencyKey) => call(addStaff, { body: { ...body, role: 'staff' }, idempotencyKey }),
    onSent: async () => {
      toast({ title: 'Success', description: 'Staff member created successfully' })
      await client.invalidateQueries({ queryKey: ['staff'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Add staff member"
      description="They get an email with a link to choose a password. The link is good for 7 days."
      form={form}
      submit="Add staff member"
      submitting="Creating..."
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
