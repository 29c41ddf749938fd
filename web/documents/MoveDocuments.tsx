import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { moveDocument, renameSubfolder } from '../../api/documents.ts'
import { isClient } from '../../domain/actor.ts'
import { SubfolderName } from '../../domain/document-list.ts'
import type { DocumentView } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { useUser } from '../session/use-auth.ts'
import { TextField } from '../kit/TextField.tsx'
import { documentFiguresOf } from './queries.ts'
import { texts } from './words.ts'

const MoveForm = z.strictObject({ subfolder: z.union([z.literal(''), SubfolderName]) })

type MoveDocumentsDialogProps = { folderId: string; documents: readonly DocumentView[]; onClose: () => void }

/** Moves documents to an existing subfolder or a new one; an empty name takes them out. */
export function MoveDocumentsDialog({ folderId, documents, onClose }: MoveDocumentsDialogProps) {
  const { data } = useQuery(documentFiguresOf(folderId))
  const user = useUser()
  const suggestions = useId()
  const [first] = documents
  const form = useSaveForm({
    schema: MoveForm,
    defaultValues: { subfolder: documents.length === 1 ? (first?.subfolder ?? '') : '' },
    failure: documents.length === 1 ? 'Couldn’t move the document' : 'Couldn’t move the documents',
    send: async ({ subfolder }) => {
      const target = subfolder === '' ? null : subfolder
      // One after the other: each is authorized and recorded separately. Moving again what was moved changes nothing.
      for (const { id } of documents) await call(moveDocument, { params: { id }, body: { subfolder: target } })
    },
    success: documents.length === 1 ? 'Document moved' : 'Documents moved',
    queryKey: ['documents'],
    onClose,
  })
  return (
    <FormDialog
      title={documents.length === 1 ? `Move “${first?.originalName ?? ''}”` : `Move ${documents.length} documents`}
      description={isClient(user) ? texts.move : `${texts.move} ${texts.moveTeamOnly}`}
      form={form}
      submit="Move"
      submitting="Moving..."
      onClose={onClose}
    >
      <TextField
        label="Subfolder"
        optional
        list={suggestions}
        maxLength={80}
        autoComplete="off"
        error={form.errorOf('subfolder')}
        {...form.register('subfolder')}
      />
      <datalist id={suggestions}>
        {data?.subfolders.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </FormDialog>
  )
}

type RenameProps = { folderId: string; name: string; onRenamed: (name: string) => void }

export function RenameSubfolder({ folderId, name, onRenamed }: RenameProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename subfolder</Button>
      {open && <RenameDialog {...{ folderId, name, onRenamed }} onClose={() => setOpen(false)} />}
    </>
  )
}

const RenameForm = z.strictObject({ newName: SubfolderName })

function RenameDialog({ folderId, name, onRenamed, onClose }: RenameProps & { onClose: () => void }) {
  const form = useSaveForm({
    schema: RenameForm,
    defaultValues: { newName: name },
    failure: 'Couldn’t rename the subfolder',
    send: ({ newName }) => call(renameSubfolder, { params: { id: folderId }, body: { name, newName } }),
    success: 'Subfolder renamed',
    queryKey: ['documents'],
    onClose,
    onSaved: ({ name: renamed }) => onRenamed(renamed),
  })
  return (
    <FormDialog
      title={`Rename subfolder “${name}”`}
      form={form}
      submit="Rename subfolder"
      submitting="Renaming..."
      onClose={onClose}
    >
      <TextField label="Name" maxLength={80} error={form.errorOf('newName')} {...form.register('newName')} />
    </FormDialog>
  )
}
