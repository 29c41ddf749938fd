import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { proveAgain } from '../../api/sessions.ts'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'

interface ProofFields {
  password: string
  code: string
}

/** The password once more, or a code where there is a second factor. What was about to happen goes on after it. */
export default function ProofDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const [byCode, setByCode] = useState(false)
  const { data: factor } = useQuery(secondFactor)
  const form = useFormWith<ProofFields, ProofFields, unknown>({
    defaultValues: { password: '', code: '' },
    failure: 'This could not be checked. Please try again.',
    send: ({ password, code }) => call(proveAgain, { body: byCode ? { code } : { password } }),
    onSent: () => onClose(true),
  })
  const { register, errorOf, setFocus } = form
  useEffect(() => {
    if (byCode) setFocus('code')
  }, [byCode, setFocus])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title="Confirm that it is you"
      description="This needs your password again. What you typed stays, and goes on from here."
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
      <FormProblem problem={form.problem} />
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
        <button
          type="button"
          onClick={() => setByCode(!byCode)}
          className="mt-3 rounded-sm text-body font-semibold text-link underline-offset-4 hover:underline"
        >
          {byCode ? 'Enter the password instead' : 'Enter a code instead'}
        </button>
      )}
    </Dialog>
  )
}
