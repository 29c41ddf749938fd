import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { TextField } from '../kit/TextField.tsx'
import { sendResetLink } from './calls.ts'
import { texts } from './words.ts'

interface ForgotFields {
  email: string
}

type ForgotProps = { open: boolean; onOpenChange: (open: boolean) => void; onBack: () => void }

/** Asks for the address and says the same whether it is known or not. */
export function ForgotPassword({ open, onOpenChange, onBack }: ForgotProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useFormWith<ForgotFields, ForgotFields, unknown>({
    signsIn: true,
    defaultValues: { email: '' },
    failure: 'Couldn’t send the link. Try again.',
    send: ({ email }, key) => sendResetLink(email, key),
    onSent: (_, { email }) => setSentTo(email),
  })
  const frame = { open, onOpenChange, title: 'Forgot password?' }
  if (sentTo !== null)
    return (
      <Dialog
        {...frame}
        footer={
          <Button variant="primary" onClick={onBack}>
            Back to sign in
          </Button>
        }
      >
        <p className="text-lead text-ink-2">{portalConfig().sendsEmail ? texts.resetSent(sentTo) : texts.resetCreated(sentTo)}</p>
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      description={portalConfig().sendsEmail ? texts.resetByEmail : texts.resetByAdministrator}
      onSubmit={form.submit}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel="Sending...">
            Send link
          </Button>
        </>
      }
    >
      <FormProblem problem={form.problem} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={form.errorOf('email')}
        {...form.register('email', {
          required: 'Email is required',
          pattern: { value: /^[^\s@]+@[^\s@]+$/, message: 'Enter a valid email address.' },
        })}
      />
    </Dialog>
  )
}
