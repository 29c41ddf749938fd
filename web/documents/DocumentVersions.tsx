// The versions of a document, and adding one.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { addDocumentVersion } from '../../api/documents.ts'
import { type DocumentView, ExpirationDate } from '../../domain/document.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { DateField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { usePanel } from '../side-panels/panel-address.ts'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { useUser } from '../session/use-auth.ts'
import { faultOf } from './check-file.ts'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import { versionsOf } from './queries.ts'
import { useSendFile } from './use-send-file.ts'
import { TeamOnlyBadge } from './Visibility.tsx'
import { texts } from './words.ts'

const failure = 'Couldn’t add the version'
const success = 'Version added'

type AddVersionProps = { document: DocumentView; onProblem: (problem: string | null) => void }

/** Uploads a file and registers it as the next version. */
function useAddVersion(id: string) {
  const signInAgain = useSignInAgain()
  const send = useSendFile()
  return async (file: File, expiresOn: string | null) => {
    const body = { ...(await send(file)), expiresOn }
    return signedIn(signInAgain, () => call(addDocumentVersion, { params: { id }, body }))
  }
}

/** Replaces the document with a chosen file, and opens the new version. Asks for the new date where the document has one. */
export function AddVersion({ document, onProblem }: AddVersionProps) {
  const user = useUser()
  const client = useQueryClient()
  const { open } = usePanel()
  const [dated, setDated] = useState<File | null>(null)
  const add = useAddVersion(document.id)
  const adding = useMutation({
    mutationFn: (file: File) => add(file, null),
    onSuccess: (added) => {
      toast.success(success)
      void client.invalidateQueries({ queryKey: ['documents'] })
      open({ noun: 'documents', id: added.id })
    },
    onError: (error) => onProblem(sentenceOf(error, failure)),
  })
  if (!document.allowed.includes('add-version')) return null
  return (
    <>
      <ChooseFilesButton
        inputLabel="New version"
        multiple={false}
        pending={adding.isPending}
        onFiles={([file]) => {
          if (file === undefined) return
          const problem = faultOf(file, user)
          onProblem(problem)
          if (problem !== null) return
          if (document.expiresOn === null) adding.mutate(file)
          else setDated(file)
        }}
      >
        <FilePlus2 />
        Add version
      </ChooseFilesButton>
      {dated !== null && <DatedVersionDialog document={document} file={dated} onClose={() => setDated(null)} />}
    </>
  )
}

const DatedVersionForm = z.strictObject({ expiresOn: ExpirationDate })

type DatedVersionProps = { document: DocumentView; file: File; onClose: () => void }

function DatedVersionDialog({ document, file, onClose }: DatedVersionProps) {
  const { open } = usePanel()
  const add = useAddVersion(document.id)
  const form = useSaveForm({
    schema: DatedVersionForm,
    defaultValues: { expiresOn: '' },
    failure,
    send: ({ expiresOn }) => add(file, expiresOn),
    success,
    queryKey: ['documents'],
    onClose,
    onSaved: (added) => open({ noun: 'documents', id: added.id }),
  })
  return (
    <FormDialog
      title={`Add “${file.name}” as a new version?`}
      description={texts.newVersion}
      form={form}
      submit="Add version"
      submitting="Uploading..."
      onClose={onClose}
    >
      <DateField label="Expiration date" optional error={form.errorOf('expiresOn')} {...form.register('expiresOn')} />
    </FormDialog>
  )
}

/** The current and the other versions; nothing if there is only one. */
export function DocumentVersions({ document }: { document: DocumentView }) {
  const { data } = useInfiniteQuery({
    ...versionsOf(document.id),
    enabled: document.versionNumber > 1 || document.replacedById !== null,
  })
  const versions = data?.pages.flatMap((page) => page.items) ?? []
  if (versions.length < 2) return null
  return (
    <section aria-label="Versions" className="border-t border-line pt-4">
      <h3 className="text-panel text-ink">Versions</h3>
      <ol aria-label="Versions" className="mt-1 divide-y divide-line">
        {versions.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="text-body font-semibold wrap-anywhere text-ink">
                Version {each.versionNumber}
                {each.replacedById === null && ', current'}
              </p>
              <p className="text-meta wrap-anywhere text-ink-3">
                {each.originalName} · {each.uploadedByName ?? 'Deleted user'}, {formatDateTime(each.createdAt)}
              </p>
            </div>
            <span className="flex items-center gap-2">
              <TeamOnlyBadge document={each} />
              {each.id === document.id ? (
                <span className="text-meta text-ink-3">Shown above</span>
              ) : (
                <PanelLink item={{ noun: 'documents', id: each.id }} className="link finger-high text-body">
                  Open<span className="sr-only"> version {each.versionNumber}</span>
                </PanelLink>
              )}
              {each.allowed.includes('download') && (
                <DownloadLink
                  address={each.objectPath}
                  name={each.originalName}
                  size="small"
                  of={`version ${each.versionNumber}`}
                />
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
