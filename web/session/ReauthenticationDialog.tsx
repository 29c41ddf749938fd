import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { askPasskey } from '../../api/passkeys.ts'
import { checkReauthentication, reauthenticate } from '../../api/sessions.ts'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf, call, sentenceOf } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { portalConfig } from '../kit/config.ts'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { useUser } from './use-auth.ts'
import { canUsePasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'
import { texts } from './words.ts'

interface ReauthenticationFields {
  password: string
  code: string
}

const failure = 'Couldn’t confirm that it’s you. Try again.'

/**
 * Asks for the password again, or for a code or passkey with a second factor. The interrupted action continues
 * afterward.
 */
export default function ReauthenticationDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const { role } = useUser()
  /** The provider was opened in another tab. */
  const [isElsewhere, setIsElsewhere] = useState(false)
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
  const provider = role === 'client' ? null : portalConfig().signIn
  useEffect(() => {
    if (!isElsewhere) return
    // Not through `call`, which would open this dialog again.
    const check = () =>
      void fetch(addressOf(checkReauthentication, {})).then(
        ({ ok }) => ok && onClose(true),
        () => {},
      )
    addEventListener('focus', check)
    return () => removeEventListener('focus', check)
  }, [isElsewhere, onClose])
  useEffect(() => {
    if (byCode) setFocus('code')
  }, [byCode, setFocus])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title="Confirm it’s you"
      description={texts.reauthenticate}
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
      {provider && (
        <p className="mt-3 text-body">
          <a
            href="/api/sessions/proof/provider"
            target="_blank"
            onClick={() => setIsElsewhere(true)}
            rel="noreferrer"
            className="link rounded-sm font-semibold"
          >
            Confirm with {provider.name} instead
          </a>{' '}
          <span className="text-ink-3">{texts.opensNewTab}</span>
        </p>
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
