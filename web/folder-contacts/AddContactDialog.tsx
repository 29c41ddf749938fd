import { useQueryClient } from '@tanstack/react-query'
import { addFolderContact } from '../../api/folder-contacts.ts'
import { FolderContactInput } from '../../domain/folder-contact.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { RightsFields } from './RightsFields.tsx'
import { texts } from './words.ts'

const failure = 'Couldn’t add the contact'

export function AddContactDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: FolderContactInput,
    defaultValues: { name: '', email: '', money: false, documents: true, messages: true, sign: false },
    failure,
    send: (body, idempotencyKey) => call(addFolderContact, { params: { id: folderId }, body, idempotencyKey }),
    onSent: async ({ status }) => {
      toast(
        status === 'waiting'
          ? { title: 'Waiting for an administrator', description: 'Nothing is shared until an administrator confirms.' }
          : { title: 'Success', description: 'Contact added successfully' },
      )
      await Promise.all([
        client.invalidateQueries({ queryKey: ['folder-contacts'] }),
        client.invalidateQueries({ queryKey: ['folder-access-requests'] }),
      ])
      onClose()
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Add contact"
      description={texts.addContact}
      form={form}
      submit="Add contact"
      submitting="Adding..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          help={texts.contactEmail}
          error={errorOf('email')}
          {...register('email')}
        />
        <RightsFields register={register} />
      </div>
    </FormDialog>
  )
}
