import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeFolderContact, removeFolderContact } from '../../api/folder-contacts.ts'
import { type FolderContact, FolderContactChange } from '../../domain/folder-contact.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { contactById } from './queries.ts'
import { RightsFields } from './RightsFields.tsx'
import { contactRights } from '../../domain/folder-rights.ts'
import { rightsInWords, texts } from './words.ts'

const failure = 'Couldn’t update the contact'

export function EditContactDialog({ contact, onClose }: { contact: FolderContact; onClose: () => void }) {
  const form = useEditForm({
    item: contact,
    read: (client) => client.fetchQuery({ ...contactById(contact.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: FolderContactChange,
    failure,
    send: (body, ifMatch) => call(changeFolderContact, { params: { id: contact.id }, body, ifMatch }),
    success: 'Contact updated successfully',
    queryKey: ['folder-contacts'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Edit contact"
      description={<span className="wrap-anywhere">{contact.email}</span>}
      form={form}
      submit="Save changes"
      submitting="Updating..."
      total={<RemoveContact contact={contact} onRemoved={onClose} />}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <RightsFields register={register} />
      </div>
    </FormDialog>
  )
}

type RemoveContactProps = { contact: FolderContact; onRemoved: () => void }

function RemoveContact({ contact, onRemoved }: RemoveContactProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removeFolderContact, { params: { id: contact.id } }),
    onSuccess: async () => {
      toast.success('Contact removed successfully')
      await client.invalidateQueries({ queryKey: ['folder-contacts'] })
      onRemoved()
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t remove the contact',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <AskDialog
        open={asking}
        title={`Remove ${contact.name}?`}
        question={texts.remove}
        act="Remove"
        danger
        pending={remove.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => remove.mutate()}
      />
    </>
  )
}

const formValuesOf = ({ name, money, documents, messages, sign }: FolderContact) => ({
  name,
  money,
  documents,
  messages,
  sign,
})

const describe = (after: FolderContact): [keyof FolderContact, string, string][] => [
  ['name', 'Name', after.name],
  ...contactRights.map((right): [keyof FolderContact, string, string] => [
    right,
    'What they can see and do',
    rightsInWords(after),
  ]),
]
