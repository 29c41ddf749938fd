import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { changeClientFolder } from '../../api/client-folders.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { requiredText } from '../../domain/text.ts'
import type { UserView } from '../../domain/user.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { fullName } from '../session/names.ts'
import { usersFound } from '../users/queries.ts'
import { updated, updateFailure } from './changes.ts'
import { texts } from './words.ts'

const ClientForm = z.strictObject({
  clientId: z.string('Choose a client.').min(1, 'Choose a client.'),
  reason: requiredText('Enter the reason for the change.'),
})

/** For administrators: gives the folder a different client, who can then see its content. */
export function ChangeClientDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<UserView | null>(null)
  const query = useInfiniteQuery(usersFound({ q: words, role: 'client', active: 'true', order: 'name' }))
  const found = (query.data?.pages[0]?.items ?? []).filter(({ id }) => id !== folder.clientId).slice(0, 8)
  const form = useSaveForm({
    schema: ClientForm,
    defaultValues: { clientId: '', reason: '' },
    failure: updateFailure,
    send: (body) => call(changeClientFolder, { params: { id: folder.id }, body, ifMatch: folder.version }),
    success: updated,
    queryKey: ['client-folders'],
    onClose,
  })
  return (
    <FormDialog
      title={`Change the client of ${folder.name}?`}
      description={texts.changeClient}
      form={form}
      submit="Change client"
      submitting="Updating..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <SearchPicker
          label="New client"
          error={form.errorOf('clientId')}
          words={words}
          onWords={setWords}
          chosen={chosen === null ? null : fullName(chosen)}
          options={found.map((person) => ({ id: person.id, label: fullName(person), detail: person.email }))}
          isMore={query.hasNextPage}
          nothing={query.isPending ? 'Loading…' : 'No active client has this name or email.'}
          onChoose={(id) => {
            const person = found.find((each) => each.id === id)
            if (person === undefined) return
            setChosen(person)
            form.setValue('clientId', person.id, { shouldDirty: true, shouldValidate: true })
          }}
        />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md bg-warn-soft px-4 py-3 text-body text-warn">
          <dt>From</dt>
          <dd className="font-semibold wrap-anywhere">{folder.clientEmail ?? 'No client'}</dd>
          <dt>To</dt>
          <dd className="font-semibold wrap-anywhere">{chosen?.email ?? 'Choose a client'}</dd>
        </dl>
        <TextArea
          label="Reason"
          rows={2}
          help={texts.changeReason}
          error={form.errorOf('reason')}
          {...form.register('reason')}
        />
      </div>
    </FormDialog>
  )
}
