import { useMutation, useQuery } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { askPasskey } from '../../api/passkeys.ts'
import type { FirmSignatureInput } from '../../domain/firm-signature.ts'
import { secondFactor } from '../account/queries.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { canUsePasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'
import { texts } from './words.ts'

type FirmSignatureFieldsProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  /** Submits the form with a passkey in place of the password. */
  signByPasskey: () => Promise<void>
}

/** The person who sends a contract signs it for the firm with their password or passkey. */
export function FirmSignatureFields({ field, error, signByPasskey }: FirmSignatureFieldsProps) {
  const { data: factor } = useQuery(secondFactor)
  const byPasskey = useMutation({ mutationFn: signByPasskey })
  const hasPasskey = factor !== undefined && factor.passkeys > 0 && canUsePasskeys()
  return (
    <section aria-label="Your signature" className="border-t border-line pt-4">
      <h3 className="text-panel text-ink">Sign for {portalConfig().provider.name}</h3>
      <p className="mt-1 mb-3 text-body text-ink-2">
        Selecting “Sign and send” signs this contract in your name for the firm, and notifies the client.
      </p>
      {byPasskey.isError && <FormProblem problem={sentenceOf(byPasskey.error, 'Couldn’t use the passkey.')} />}
      <PasswordField label="Your password" help={texts.ownPassword} error={error} {...field} />
      {hasPasskey && (
        <Button
          className="mt-3"
          pending={byPasskey.isPending}
          pendingLabel="Waiting for your device..."
          onClick={() => byPasskey.mutate()}
        >
          Sign with a passkey instead
        </Button>
      )}
    </section>
  )
}

/** What these fields need of a form. */
interface FormWithFirmSignature {
  register: (
    name: 'firmSignature.password',
    options: { onChange: () => void; shouldUnregister?: boolean },
  ) => UseFormRegisterReturn
  errorOf: (name: 'firmSignature.password') => string | undefined
  setValue: (name: 'firmSignature', value: FirmSignatureInput | undefined) => void
  getValues: (name: 'firmSignature.password') => string | undefined
  trigger: () => Promise<boolean>
  submit: (event?: SyntheticEvent) => void
}

export const firmSignatureOf = (form: FormWithFirmSignature): FirmSignatureFieldsProps => ({
  field: form.register('firmSignature.password', {
    // A passkey signs one challenge, which a failed attempt has used.
    onChange: () => form.setValue('firmSignature', { password: form.getValues('firmSignature.password') }),
  }),
  error: form.errorOf('firmSignature.password'),
  signByPasskey: async () => {
    form.setValue('firmSignature', {})
    if (!(await form.trigger())) return
    form.setValue('firmSignature', { passkey: await signWithPasskey(await call(askPasskey)) })
    form.submit()
  },
})

/**
 * The form and the buttons of a dialog that sends a contract: where the firm signs, "Sign and send", and a button that
 * leaves the signature out.
 * @param plain the label where the firm doesn't sign
 */
export function sendingOf<Form extends FormWithFirmSignature>(
  form: Form,
  plain: { submit: string; submitting: string },
  { firmSigns, canBeUnsigned = true }: { firmSigns: boolean; canBeUnsigned?: boolean },
) {
  if (!firmSigns) return { form, ...plain }
  const submitSigned = (event?: SyntheticEvent) => {
    // Left out by an attempt without the signature that failed.
    if (form.getValues('firmSignature.password') === undefined) form.setValue('firmSignature', { password: '' })
    form.submit(event)
  }
  const submitUnsigned = () => {
    form.setValue('firmSignature', undefined)
    form.submit()
  }
  return {
    form: { ...form, submit: submitSigned },
    submit: 'Sign and send',
    submitting: 'Signing...',
    ...(canBeUnsigned && { otherSubmit: { label: `${plain.submit} without signing`, onPress: submitUnsigned } }),
  }
}
