import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { askPasskey } from '../../api/passkeys.ts'
import { reauthenticate } from '../../api/sessions.ts'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { canUsePasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'

interface ReauthenticationFields {
  password: string
  code: string
}

const failure = 'Couldn’t check this. Try again.'

/**
 * Asks for the password again, or for a code or passkey with a second factor. The interrupted action continues
 * afterward.
 */
export default function ReauthenticationDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const [byCode, setByCode] = useState(false)
  const { data: factor } = useQuery(secondFactor)
  const form = useFormWith<ReauthenticationFields, ReauthenticationFields, unknown>({
    defaultValues: { password: '', code: '' },
    failure,
    send: ({ password, code }) => call(reauthenticate, { body: byCode ? { code } : { password } }),
    onSent: () => onClose(true),
  })
  const byPasskey = useMutation({
    mutationFn: async () => call(reauthenticate, { body: { passkey: await signWithPasskey(await call(askPasskey)) } }),
    onSuccess: () => onClose(true),
  })
  const { register, errorOf, setFocus } = form
  useEffect(() => {
    if (byCode) setFocus('code')
  }, [byCode, setFocus])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title="Confirm it’s you"
      description="Enter your password to continue. You won’t lose your work."
      onSubmit={form.submit}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <FormProblem problem={byPasskey.isError ? sentenceOf(byPasskey.error, failure) : form.problem} />
      {byCode ? (
        <TextField
          key="code"
          label="Code"
          help="The six digits from your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          error={errorOf('code')}
          {...register('code', { required: 'Code is required', shouldUnregister: true })}
        />
      ) : (
        <PasswordField
          key="password"
          label="Password"
          error={errorOf('password')}
          {...register('password', { required: 'Password is required', shouldUnregister: true })}
        />
      )}
      {factor?.isOn === true && (
        <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
          <OtherWay onChoose={() => setByCode(!byCode)}>
            {byCode ? 'Use your password instead' : 'Use a code instead'}
          </OtherWay>
          {factor.passkeys > 0 && canUsePasskeys() && (
            <OtherWay onChoose={() => byPasskey.mutate()}>
              {byPasskey.isPending ? 'Waiting for your device...' : 'Use a passkey'}
            </OtherWay>
          )}
        </div>
      )}
    </Dialog>
  )
}

const OtherWay = ({ onChoose, children }: { onChoose: () => void; children: ReactNode }) => (
  <button type="button" onClick={onChoose} className="link rounded-sm text-body font-semibold">
    {children}
  </button>
)
