import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeFolderContact, removeFolderContact } from '../../api/folder-contacts.ts'
import { type FolderContact, FolderContactChange } from '../../domain/folder-contact.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { contactById } from './queries.ts'
import { RightsFields } from './RightsFields.tsx'
import { rightsInWords } from './words.ts'

const failure = 'Failed to update person'

export function EditContactDialog({ contact, onClose }: { contact: FolderContact; onClose: () => void }) {
  const client = useQueryClient()
  const done = async (description: string) => {
    toast({ title: 'Success', description })
    await client.invalidateQueries({ queryKey: ['folder-contacts'] })
    onClose()
  }
  const newer = useNewerVersion<FolderContact>({
    first: contact,
    read: () => client.fetchQuery({ ...contactById(contact.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: FolderContactChange,
    defaultValues: typedFrom(contact),
    failure,
    send: (body) => newer.onBase((ifMatch) => call(changeFolderContact, { params: { id: contact.id }, body, ifMatch })),
    onSent: () => done('Person updated successfully'),
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="Change person"
      description={<span className="wrap-anywhere">{contact.email}</span>}
      form={form}
      submit="Save person"
      submitting="Updating..."
      total={<RemoveContact contact={contact} onRemoved={() => done('Person removed successfully')} />}
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
      <div className="space-y-4">
        <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <RightsFields register={register} />
      </div>
    </FormDialog>
  )
}

type RemoveContactProps = { contact: FolderContact; onRemoved: () => Promise<void> }

function RemoveContact({ contact, onRemoved }: RemoveContactProps) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removeFolderContact, { params: { id: contact.id } }),
    onSuccess: onRemoved,
    onError: (error) =>
      toast({
        title: 'Failed to remove person',
        description: sentenceOf(error, 'Please try again.'),
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
        question="They no longer see this folder, from now on. Their account stays."
        act="Remove"
        danger
        pending={remove.isPending}
        onKeep={() => setAsking(false)}
        onAct={() => remove.mutate()}
      />
    </>
  )
}

const typedFrom = ({ name, money, documents, messages }: FolderContact) => ({ name, money, documents, messages })

function describe(before: FolderContact, after: FolderContact): Difference[] {
  const rights = rightsInWords(after)
  return [
    ...(before.name === after.name ? [] : [{ label: 'Name', now: after.name }]),
    ...(rightsInWords(before) === rights ? [] : [{ label: 'What they see', now: rights }]),
  ]
}
