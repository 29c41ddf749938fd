import { useQueryClient } from '@tanstack/react-query'
import { addPasskey, beginPasskey } from '../../api/passkeys.ts'
import { type AddedPasskey, NewPasskeyInput } from '../../domain/passkey.ts'
import { browserInWords } from '../../domain/session.ts'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { makePasskey } from './browser-passkeys.ts'
import { texts } from './words.ts'

type AddProps = { onAdded: (passkey: AddedPasskey) => void; onClose: () => void }

/** A name first, then the device asks its holder. */
export function AddPasskeyDialog({ onAdded, onClose }: AddProps) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: NewPasskeyInput.pick({ name: true }),
    defaultValues: { name: browserInWords(navigator.userAgent) },
    failure: 'Couldn’t add the passkey. Try again.',
    send: async ({ name }) =>
      call(addPasskey, { body: { name, credential: await makePasskey(await call(beginPasskey)) } }),
    onSent: async (passkey) => {
      // The first passkey shows recovery codes, and a toast would cover them.
      if (passkey.recoveryCodes === null) toast.success('Passkey added')
      onAdded(passkey)
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <FormDialog
      title="Add a passkey"
      description={texts.addPasskey}
      form={form}
      submit="Continue"
      submitting="Waiting for your device..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="A name that helps you recognize this passkey"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
    </FormDialog>
  )
}
