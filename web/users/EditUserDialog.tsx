import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeUser } from '../../api/users.ts'
import { UserChange, type UserView } from '../../domain/user.ts'
import { call, CallError } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { AccountSafety } from './AccountSafety.tsx'
import { ChangedWhileEditing } from './ChangedWhileEditing.tsx'
import { InviteAgain } from './InviteAgain.tsx'
import { HeldWork } from './HeldWork.tsx'
import { userById } from './queries.ts'
import { rolesFor, statusChoicesFor, formValuesOf } from './form-values.ts'
import { UserCover } from './UserCover.tsx'
import { UserFields } from './UserFields.tsx'
import { ViewAsClient } from './ViewAsClient.tsx'
import { changesBetween, fieldNames, type FieldChange, texts } from './words.ts'

const failure = 'Failed to update user'

/** Edits a user. After a conflict it shows the other changes and preserves the typed ones. */
export function EditUserDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const client = useQueryClient()
  const [base, setBase] = useState(user)
  const [changes, setChanges] = useState<FieldChange[] | null>(null)
  const form = usePortalForm({
    schema: UserChange,
    defaultValues: formValuesOf(base),
    failure,
    send: async (body) => {
      try {
        // Left as it was, it follows a change of the name.
        const { recordedName, ...rest } = body
        const sent = recordedName === base.recordedName ? rest : body
        return await call(changeUser, { params: { id: base.id }, body: sent, ifMatch: base.version })
      } catch (error) {
        if (error instanceof CallError && error.status === 412) await readAgain()
        throw error
      }
    },
    onSent: async () => {
      toast.success('User updated successfully')
      // The row behind it is new before it can be pressed again: an old one would be refused.
      await client.invalidateQueries({ queryKey: ['users'] })
      onClose()
      await client.invalidateQueries({ queryKey: ['staff'] })
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  // Read on every render: the form tracks dirty fields only for subscribers.
  const { dirtyFields } = form.formState

  async function readAgain() {
    const now = await client.fetchQuery({ ...userById(base.id), staleTime: 0 })
    setChanges(changesBetween(base, now))
    setBase(now)
    // Preserve the typed fields; the others show the current values.
    form.reset(formValuesOf(now), { keepDirtyValues: true })
  }

  return (
    <FormDialog
      title="Edit User"
      description={`Username ${base.username}`}
      form={form}
      submit="Save changes"
      submitting="Updating..."
      onClose={onClose}
    >
      {changes !== null && <ChangedWhileEditing changes={changes} isTyped={(field) => field in dirtyFields} />}
      <UserFields
        roles={rolesFor(base)}
        role={form.watch('role')}
        tie={(name) => ({ error: errorOf(name), ...register(name) })}
      />
      <SelectField
        label={fieldNames.isActive}
        error={errorOf('isActive')}
        help="An inactive user can’t sign in."
        choices={statusChoicesFor(base)}
        className="mt-4"
        {...register('isActive', { setValueAs: (value) => value === true || value === 'true' })}
      />
      {base.role === 'client' && (
        <TextField
          label={fieldNames.recordedName}
          help={texts.nameOnSignatures}
          autoComplete="off"
          className="mt-4"
          error={errorOf('recordedName')}
          {...register('recordedName')}
        />
      )}
      {base.allowed.includes('invite') && <InviteAgain user={base} />}
      {base.allowed.includes('view-as') && (
        <div className="mt-5 border-t border-line pt-4">
          <ViewAsClient userId={base.id} />
        </div>
      )}
      <AccountSafety user={base} />
      <UserCover user={base} />
      <HeldWork user={base} />
    </FormDialog>
  )
}
