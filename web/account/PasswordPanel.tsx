import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword } from '../../api/passwords.ts'
import { PasswordChange, passwordLength } from '../../domain/password.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { Panel } from '../kit/Panel.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { secondFactor } from './queries.ts'
import { NewPasswordField } from '../passwords/NewPasswordField.tsx'
import { passwordNote } from './words.ts'

export function PasswordPanel({ username }: { username: string }) {
  const [changing, setChanging] = useState(false)
  return (
    <Panel title="Password">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-body text-ink-2">{passwordNote}</p>
        <Button onClick={() => setChanging(true)}>Change password</Button>
      </div>
      {changing && <ChangePasswordDialog username={username} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function ChangePasswordDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const client = useQueryClient()
  const hasFactor = useQuery(secondFactor).data?.isOn === true
  const form = usePortalForm({
    schema: PasswordChange,
    defaultValues: { current: '', password: '' },
    failure: 'Couldn’t change the password. Try again.',
    send: (body) => call(changePassword, { body }),
    onSent: async ({ message }) => {
      toast.success(message)
      onClose()
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Change password"
      description={passwordNote}
      form={form}
      submit="Change password"
      submitting="Changing..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <PasswordField label="Current password" error={errorOf('current')} {...register('current')} />
        <NewPasswordField
          username={username}
          least={hasFactor ? passwordLength.minWithSecondFactor : passwordLength.least}
          error={errorOf('password')}
          {...register('password')}
        />
      </div>
    </FormDialog>
  )
}
