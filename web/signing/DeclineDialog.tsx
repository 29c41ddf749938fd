import { useQueryClient } from '@tanstack/react-query'
import { DeclineInput } from '../../domain/signature.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextArea } from '../kit/TextField.tsx'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

/** Saying no, with a reason for the team. */
export function DeclineDialog({ target, onClose }: { target: SigningTarget; onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: DeclineInput,
    defaultValues: { reason: '' },
    failure: 'Couldn’t send this. Try again.',
    send: ({ reason }, key) => target.refuse(reason, key),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: [target.noun] })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Decline to sign this ${target.word}?`}
      description={texts.decline}
      form={form}
      submit="Decline to sign"
      submitting="Declining..."
      onClose={onClose}
    >
      <TextArea
        label="Your reason"
        help="Tell us what’s wrong or missing."
        error={form.errorOf('reason')}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}
