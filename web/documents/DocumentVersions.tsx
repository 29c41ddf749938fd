// The versions of a document, and adding one.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { addDocumentVersion } from '../../api/documents.ts'
import type { DocumentView } from '../../domain/document.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { usePanel } from '../side-panels/panel-address.ts'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { useUser } from '../session/use-auth.ts'
import { faultOf } from './check-file.ts'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import { versionsOf } from './queries.ts'
import { useSendFile } from './use-send-file.ts'

const failure = 'Couldn’t add the version'

type AddVersionProps = { document: DocumentView; onProblem: (problem: string | null) => void }

/** Replaces the document with a chosen file, and opens the new version. */
export function AddVersion({ document: { id, allowed }, onProblem }: AddVersionProps) {
  const user = useUser()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const send = useSendFile()
  const { open } = usePanel()
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const body = await send(file)
      return signedIn(signInAgain, () => call(addDocumentVersion, { params: { id }, body }))
    },
    onSuccess: (added) => {
      toast.success('Version added')
      void client.invalidateQueries({ queryKey: ['documents'] })
      open({ noun: 'documents', id: added.id })
    },
    onError: (error) => onProblem(sentenceOf(error, failure)),
  })
  if (!allowed.includes('add-version')) return null
  return (
    <ChooseFilesButton
      inputLabel="New version"
      multiple={false}
      pending={adding.isPending}
      onFiles={([file]) => {
        if (file === undefined) return
        const problem = faultOf(file, user)
        onProblem(problem)
        if (problem === null) adding.mutate(file)
      }}
    >
      <FilePlus2 />
      Add version
    </ChooseFilesButton>
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
