import { useState } from 'react'
import { askForEmailChange } from '../../api/profile.ts'
import { EmailChange } from '../../domain/profile.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const title = 'Change your email address'

/** Sends a link to the new address; nothing changes before it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = usePortalForm({
    schema: EmailChange,
    defaultValues: { email: '' },
    failure: 'Couldn’t send the link. Try again.',
    send: (body, idempotencyKey) => call(askForEmailChange, { body, idempotencyKey }),
    onSent: (_, { email }) => setSentTo(email),
  })
  if (sentTo !== null)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={title}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-lead break-words text-ink-2">
          We sent a link to <span className="font-semibold text-ink">{sentTo}</span>. {texts.openLink}
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      description="We’ll send a confirmation link to the new address."
      form={form}
      submit="Send link"
      submitting="Sending..."
      onClose={onClose}
    >
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        error={form.errorOf('email')}
        {...form.register('email')}
      />
    </FormDialog>
  )
}
