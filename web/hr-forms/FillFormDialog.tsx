import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { discardHrFormDraft, saveHrFormDraft, submitHrForm, submitTypedHrForm } from '../../api/hr-forms.ts'
import { type HrFormDraft, type HrFormInput, portalForms, type TypedForm } from '../../domain/hr-form-submission.ts'
import { type HrFormView, isPortalForm } from '../../domain/hr-form.ts'
import { typedAnswersTo } from '../../domain/printed-answers.ts'
import { folderField, useFolderChoices } from '../client-folders/own-folders.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { type Choice, SelectField } from '../kit/SelectField.tsx'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { DraftStatus } from '../kit/DraftStatus.tsx'
import { type DraftState, startAutosave } from '../kit/autosave.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { ChangedNote } from './ChangedNote.tsx'
import { DraftNote } from './DraftNote.tsx'
import { FormSections } from './FormSections.tsx'
import { draftOf, formById } from './queries.ts'
import { withDraft, formValues, valuesAtFirst } from './values.ts'

const failure = 'Failed to submit form'

/** A form that is filled in online. Drafts are saved while typing. */
export function FillFormDialog({ form, onClose }: { form: string; onClose: () => void }) {
  const view = useQuery(formById(form))
  const draft = useQuery(draftOf(form))
  const folders = useFolderChoices()
  const [resets, setResets] = useState(0)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const reset = (values: Record<string, string>) => {
    setTyped(values)
    setResets(resets + 1)
  }
  const isRead = view.isFetchedAfterMount && draft.isFetchedAfterMount
  // Read again later, as after a broken line, it is nothing to begin with: someone is typing.
  if (view.data !== undefined && draft.data !== undefined && isRead && folders !== undefined)
    return (
      <FillForm
        key={resets}
        latest={view.data}
        draft={draft.data}
        typedBefore={typed}
        folders={view.data.clientFolderId === null ? folders : []}
        onStartOver={() => reset({})}
        onReload={reset}
        onClose={onClose}
      />
    )
  const failed = [view, draft].find((query) => query.isError && query.data === undefined)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} width="wide" title={view.data?.title ?? 'Form'}>
      {failed === undefined ? (
        <SkeletonRows label="Loading the form" />
      ) : (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      )}
    </Dialog>
  )
}

type FillFormProps = {
  latest: HrFormView
  draft: HrFormDraft
  /** In an earlier version of the form; not all of it may be in the draft. */
  typedBefore: Record<string, string>
  folders: Choice[]
  onStartOver: () => void
  onReload: (typed: Record<string, string>) => void
  onClose: () => void
}

function FillForm({ latest, draft, typedBefore, folders, onStartOver, onReload, onClose }: FillFormProps) {
  const client = useQueryClient()
  // The questions don't change while someone answers them. A newer version is shown on request.
  const [view] = useState(latest)
  const { formType } = view
  const [stored] = useState(() => withDraft(valuesAtFirst(view, new Date()), draft.formData))
  const [initial] = useState(() => withDraft(stored, typedBefore))
  const [state, setState] = useState<DraftState>('quiet')
  const autosave = useAutosave(view, stored, setState)
  const form = usePortalForm<z.ZodType<FieldValues, FieldValues>, unknown>({
    schema: z.strictObject({
      formType: z.literal(formType),
      formData: isPortalForm(formType) ? portalForms[formType] : typedAnswersTo(view, formType),
      clientFolderId: folderField(folders),
    }),
    defaultValues: { formType, formData: initial, clientFolderId: '' },
    failure,
    send: async (body, idempotencyKey) => {
      await autosave.stop()
      try {
        return await submit(view, body, idempotencyKey)
      } catch (error) {
        autosave.resume()
        throw error
      }
    },
    onSent: async () => {
      toast.success('Form submitted successfully')
      onClose()
      await client.invalidateQueries({ queryKey: ['hr-form-submissions'] })
    },
    onFailed: (error) => {
      toast.error(sentenceOf(error, failure))
      if (error.status === 409) void client.invalidateQueries({ queryKey: formById(view.id).queryKey })
    },
  })
  const typed = useWatch({ control: form.control, name: 'formData' }) as FieldValues
  useEffect(() => autosave.typed(formValues(typed)), [autosave, typed])
  useUnsavedWork(state !== 'quiet' && state !== 'saved')

  async function startOver() {
    await autosave.stop()
    client.setQueryData(draftOf(view.id).queryKey, await call(discardHrFormDraft, { params: { form: view.id } }))
    onStartOver()
  }

  return (
    <FormDialog
      title={view.title}
      description={view.description}
      width="wide"
      // Ask before closing only if the draft could not be saved.
      form={{ ...form, formState: { isDirty: state === 'failed' } }}
      submit="Submit Form"
      submitting="Submitting..."
      total={<DraftStatus state={state} />}
      onClose={onClose}
    >
      {latest.version !== view.version && <ChangedNote onReload={() => onReload(formValues(typed))} />}
      <DraftNote savedAt={draft.savedAt} onStartOver={startOver} />
      {folders.length > 0 && (
        <SelectField
          className="mb-6"
          label="Client folder"
          help="Only people who see this folder’s documents can read the form."
          empty="Choose a folder"
          choices={folders}
          error={form.errorOf('clientFolderId')}
          {...form.register('clientFolderId')}
        />
      )}
      <FormSections view={view} form={form} typed={typed} />
    </FormDialog>
  )
}

/** The schema made the body what the call takes. */
function submit({ id, formType, version: formVersion }: HrFormView, body: unknown, idempotencyKey: string) {
  if (isPortalForm(formType))
    return call(submitHrForm, { body: { ...(body as HrFormInput), formVersion }, idempotencyKey })
  const { formData, clientFolderId } = body as TypedForm
  return call(submitTypedHrForm, {
    params: { form: id },
    body: { formData, formVersion, clientFolderId },
    idempotencyKey,
  })
}

function useAutosave(
  { id: form, version: formVersion }: HrFormView,
  stored: Record<string, string>,
  onState: (state: DraftState) => void,
) {
  const signInAgain = useSignInAgain()
  const [autosave] = useState(() =>
    startAutosave({
      stored,
      onState,
      send: (formData) =>
        signedIn(signInAgain, () => call(saveHrFormDraft, { params: { form }, body: { formData, formVersion } })),
    }),
  )
  // Save what was typed just before the form is closed.
  useEffect(() => () => void autosave.flush(), [autosave])
  return autosave
}
