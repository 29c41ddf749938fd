import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { useFormWith } from '../kit/form-with.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { TextField } from '../kit/TextField.tsx'
import { type EmailedLink, sendLink } from './calls.ts'
import { emailLinkTexts } from './words.ts'

interface EmailFields {
  email: string
}

type EmailLinkProps = { kind: EmailedLink; open: boolean; onOpenChange: (open: boolean) => void; onBack: () => void }

/** Asks for the address and says the same whether it is known or not. */
export function EmailLinkDialog({ kind, open, onOpenChange, onBack }: EmailLinkProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useFormWith<EmailFields, EmailFields, unknown>({
    signsIn: true,
    defaultValues: { email: '' },
    failure: 'Couldn’t send the link. Try again.',
    send: ({ email }, key) => sendLink(kind, email, key),
    onSent: (_, { email }) => setSentTo(email),
  })
  const { title, byEmail, byAdministrator, sent, created } = emailLinkTexts[kind]
  const { sendsEmail } = portalConfig()
  const frame = { open, onOpenChange, title }
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
        <p className="text-lead text-ink-2">{sendsEmail ? sent(sentTo) : created(sentTo)}</p>
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      description={sendsEmail ? byEmail : byAdministrator}
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
