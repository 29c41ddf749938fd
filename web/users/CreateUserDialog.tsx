import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createUser } from '../../api/users.ts'
import { type InvitedUserView, NewUserInput } from '../../domain/user.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { toast } from '../kit/toast-store.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { UserFields } from './UserFields.tsx'
import { assignableRoleChoices, texts } from './words.ts'

const failure = 'Failed to create user'

/** Adds a user, then shows the invitation link for sending it by other means. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<InvitedUserView | null>(null)
  const client = useQueryClient()
  const form = usePortalForm({
    schema: NewUserInput,
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      role: 'client',
      staffAccess: 'consultant',
      phone: '',
      company: '',
    },
    failure,
    send: (body, idempotencyKey) => call(createUser, { body, idempotencyKey }),
    onSent: async (user) => {
      toast.success('User created successfully')
      setCreated(user)
      await client.invalidateQueries({ queryKey: ['users'] })
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
    onFailed: () => toast.error(failure),
  })
  return (
    <FormDialog
      title="Create User"
      description={texts.createUser}
      form={form}
      submit="Create User"
      submitting="Creating..."
      sent={created === null ? undefined : <InvitationLink user={created} />}
      onClose={onClose}
    >
      <UserFields
        roles={assignableRoleChoices}
        role={form.watch('role')}
        tie={(name) => ({ error: form.errorOf(name), ...form.register(name) })}
      />
    </FormDialog>
  )
}
