import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createDocumentRequestSet } from '../../api/document-requests.ts'
import { DocumentRequestSetInput } from '../../domain/document-request.ts'
import { type CommonSet, commonSets } from '../../domain/document-request-sets.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FieldNote } from '../kit/Field.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { SharedFields } from './SharedFields.tsx'
import { texts } from './words.ts'

const failure = 'Failed to create document requests'

type RequestedItem = CommonSet['requests'][number]

const first = commonSets[0] as CommonSet

/** Asks the client for several documents in one go: some of a common set, and others by their names. */
export function RequestSeveralDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const form = useSaveForm({
    schema: DocumentRequestSetInput,
    defaultValues: { requests: first.requests, description: '', priority: 'medium', dueDate: '' },
    failure,
    send: (body, idempotencyKey) => call(createDocumentRequestSet, { params: { id: folderId }, body, idempotencyKey }),
    success: ({ requests }) => `${inWords(requests.length)} requested`,
    queryKey: ['document-requests'],
    onClose,
  })
  const wanted = form.watch('requests') as RequestedItem[]
  const want = (requests: RequestedItem[]) =>
    form.setValue('requests', requests, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <FormDialog
      title="Request several documents"
      description={texts.requestSeveral}
      form={form}
      submit={wanted.length === 0 ? 'Request documents' : `Request ${inWords(wanted.length)}`}
      submitting="Requesting..."
      disabled={wanted.length === 0}
      onClose={onClose}
    >
      <div className="space-y-4">
        <Choosing wanted={wanted} onWant={want} error={form.errorOf('requests')} />
        <SharedFields form={form} about="Appears on each request." />
      </div>
    </FormDialog>
  )
}

const inWords = (count: number) => `${count} ${count === 1 ? 'document' : 'documents'}`

type ChoosingProps = { wanted: RequestedItem[]; onWant: (wanted: RequestedItem[]) => void; error: string | undefined }

function Choosing({ wanted, onWant, error }: ChoosingProps) {
  const [setName, setSetName] = useState(first.name)
  const [own, setOwn] = useState('')
  const [offered, setOffered] = useState<RequestedItem[]>(first.requests)
  const isWanted = ({ title }: RequestedItem) => wanted.some((each) => each.title === title)

  function show(name: string) {
    const chosen = commonSets.find((set) => set.name === name) ?? first
    setSetName(chosen.name)
    setOffered(chosen.requests)
    onWant(chosen.requests)
  }

  function add() {
    const title = own.trim()
    if (title === '') return
    const added: RequestedItem = { title, documentType: 'other' }
    if (!offered.some((each) => each.title === title)) setOffered([...offered, added])
    if (!isWanted(added)) onWant([...wanted, added])
    setOwn('')
  }

  return (
    <>
      <SelectField
        label="Set"
        choices={choicesOf(commonSets.map(({ name }) => name))}
        value={setName}
        onChange={(event) => show(event.target.value)}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-meta font-semibold text-ink">Documents</legend>
        <div className="grid gap-1 wrap-anywhere">
          {offered.map((each) => (
            <CheckboxField
              key={each.title}
              label={each.title}
              checked={isWanted(each)}
              // In the order in which they are here, however they were chosen.
              onChange={({ target }) =>
                onWant(offered.filter((other) => (other === each ? target.checked : isWanted(other))))
              }
            />
          ))}
        </div>
        <FieldNote id="document-set-note" error={error} help={undefined} />
      </fieldset>
      <div className="flex items-end gap-2">
        <TextField
          label="Another document"
          optional
          className="flex-1"
          maxLength={200}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button onClick={add} disabled={own.trim() === ''}>
          <Plus />
          Add
        </Button>
      </div>
    </>
  )
}
