import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useRef, useState } from 'react'
import type { Issue } from '../../domain/errors.ts'
import { useFolderChoices } from '../client-folders/own-folders.ts'
import { Button } from '../kit/Button.tsx'
import { CallError, sentenceOf } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { formsFound } from './queries.ts'
import { sendFilled } from './send-filled.ts'
import { texts } from './words.ts'

const failure = 'Failed to submit form'

/** Sends a form back that was downloaded and filled in as a PDF. */
export function SendFilledDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const forms = useInfiniteQuery(formsFound({ q: '', level: '' }))
  const folders = useFolderChoices()
  const [form, setForm] = useState('')
  const [clientFolderId, setFolder] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [issues, setIssues] = useState<Issue[]>([])
  const input = useRef<HTMLInputElement>(null)

  const isIncomplete =
    form === '' || file === null || folders === undefined || (folders.length > 0 && clientFolderId === '')

  async function send(event?: SyntheticEvent) {
    event?.preventDefault()
    if (isIncomplete) return
    setPending(true)
    setProblem(null)
    setIssues([])
    try {
      await signedIn(signInAgain, () => sendFilled(form, file, clientFolderId))
      toast.success('Form submitted successfully')
      onClose()
      await client.invalidateQueries({ queryKey: ['hr-form-submissions'] })
    } catch (error) {
      const several = error instanceof CallError && error.issues.length > 1
      setProblem(several ? 'Some fields in the PDF are missing or invalid.' : sentenceOf(error, failure))
      if (several) setIssues(error.issues)
      toast.error(sentenceOf(error, failure))
    } finally {
      setPending(false)
    }
  }

  const choices = (forms.data?.pages ?? []).flatMap(({ items }) =>
    items.map(({ id, title }) => ({ value: id, label: title })),
  )
  return (
    <FormDialog
      title="Submit a completed PDF"
      description={texts.sendCompleted}
      form={{ submit: (event) => void send(event), pending, problem, formState: { isDirty: false } }}
      submit="Send form"
      submitting="Sending..."
      disabled={isIncomplete}
      onClose={onClose}
    >
      {issues.length > 0 && (
        <ul className="mb-4 list-disc space-y-1 pl-5 text-body text-danger">
          {issues.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      <div className="space-y-4">
        <SelectField
          label="Form"
          empty="Choose a form"
          choices={choices}
          value={form}
          onChange={(event) => setForm(event.target.value)}
        />
        {folders !== undefined && folders.length > 0 && (
          <SelectField
            label="Client folder"
            help="Only people who see this folder’s documents can read the form."
            empty="Choose a folder"
            choices={folders}
            value={clientFolderId}
            onChange={(event) => setFolder(event.target.value)}
          />
        )}
        <div>
          <p className="mb-1.5 text-meta font-semibold text-ink">PDF</p>
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => input.current?.click()}>Choose a file</Button>
            <span className="min-w-0 text-body wrap-anywhere text-ink-2" role="status">
              {file?.name ?? 'No file chosen'}
            </span>
          </div>
          <p className="mt-1.5 text-meta text-ink-3">{texts.completedPdf}</p>
          <input
            ref={input}
            type="file"
            hidden
            accept=".pdf,application/pdf"
            aria-label="Completed PDF"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null)
              // The same file may be chosen again after it was corrected.
              event.target.value = ''
            }}
          />
        </div>
      </div>
    </FormDialog>
  )
}
