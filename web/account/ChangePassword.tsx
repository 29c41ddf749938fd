import { useQuery, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '../../api/passwords.ts'
import { PasswordChange, passwordLength } from '../../domain/password.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { secondFactor } from './queries.ts'
import { NewPasswordField } from '../passwords/NewPasswordField.tsx'

export function ChangePassword({ username }: { username: string }) {
  const client = useQueryClient()
  const hasFactor = useQuery(secondFactor).data?.isOn === true
  const form = usePortalForm({
    schema: PasswordChange,
    defaultValues: { current: '', password: '' },
    failure: 'Couldn’t change the password. Try again.',
    send: (body) => call(changePassword, { body }),
    onSent: async ({ message }) => {
      form.reset()
      toast.success(message)
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  const { register, errorOf } = form
  useUnsavedWork(form.formState.isDirty && !form.pending)
  return (
    <Panel title="Password" note="Changing your password signs you out on all other devices.">
      <form noValidate onSubmit={form.submit} aria-label="Change password" className="max-w-[560px]">
        <FormProblem problem={form.problem} />
        <div className="space-y-4">
          <PasswordField label="Current password" error={errorOf('current')} {...register('current')} />
          <NewPasswordField
            username={username}
            least={hasFactor ? passwordLength.minWithSecondFactor : passwordLength.least}
            error={errorOf('password')}
            {...register('password')}
          />
          <Button type="submit" pending={form.pending} pendingLabel="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  )
}
