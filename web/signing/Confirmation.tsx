import { useMutation, useQuery } from '@tanstack/react-query'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { canUsePasskeys } from '../passkeys/browser-passkeys.ts'
import type { SigningForm } from './use-signing.ts'
import { texts } from './words.ts'

type ConfirmationProps = { form: SigningForm; isReady: boolean; signByPasskey: () => Promise<void> }

/** The password, or a passkey where there is one: who signs confirms who they are. */
export function Confirmation({ form, isReady, signByPasskey }: ConfirmationProps) {
  const { data: factor } = useQuery(secondFactor)
  const byPasskey = useMutation({ mutationFn: signByPasskey })
  const hasPasskey = factor !== undefined && factor.passkeys > 0 && canUsePasskeys()
  return (
    <div>
      {byPasskey.isError && <FormProblem problem={sentenceOf(byPasskey.error, 'Couldn’t use the passkey.')} />}
      <PasswordField
        label="Your password"
        help={texts.ownPassword}
        error={form.errorOf('password')}
        {...form.register('password')}
      />
      {hasPasskey && (
        <Button
          className="mt-3"
          disabled={!isReady}
          pending={byPasskey.isPending}
          pendingLabel="Waiting for your device..."
          onClick={() => byPasskey.mutate()}
        >
          Sign with a passkey instead
        </Button>
      )}
    </div>
  )
}
