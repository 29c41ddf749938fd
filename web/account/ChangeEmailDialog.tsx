import { useState } from 'react'
import { askForEmailChange } from '../../api/profile.ts'
import { EmailChange } from '../../domain/profile.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextField } from '../kit/TextField.tsx'

const title = 'Change your email address'

/** Sends a link to the new address; nothing changes before it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = usePortalForm({
    schema: EmailChange,
    defaultValues: { email: '' },
    failure: 'The link could not be sent. Please try again.',
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
          A link is on its way to <span className="font-semibold text-ink">{sentTo}</span>. The address counts once you
          open it, within 24 hours; the old one is told.
        </p>
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      description="We send a link to the new address, so that letters never go to a wrong one."
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
