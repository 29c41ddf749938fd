import { FilePlus2, FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useUser } from '../session/use-auth.ts'
import { limitsInWords } from './check-file.ts'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import { UploadRow } from './UploadRow.tsx'
import type { useAddFiles } from './use-add-files.ts'

export const AddFilesButton = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <ChooseFilesButton inputLabel="Files to add" onFiles={onFiles}>
    <FilePlus2 />
    Add files
  </ChooseFilesButton>
)

type DropAnywhereProps = { folderName: string; side: 'client' | 'team'; onFiles: (files: File[]) => void }

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** While files are dragged over the page, says where they will be uploaded. A dialog in front takes no files. */
export function DropAnywhere({ folderName, side, onFiles }: DropAnywhereProps) {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent(onFiles)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const isBehindDialog = () => document.querySelector('[role=dialog]:not([data-side-panel])') !== null
    // An area of its own, like a document request's, has taken the files already.
    const takes = (event: DragEvent) => carriesFiles(event) && !event.defaultPrevented && !isBehindDialog()
    addEventListener(
      'dragover',
      (event) => {
        setOver(takes(event))
        // Without this, the browser would open the file in place of the page.
        if (carriesFiles(event)) event.preventDefault()
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (takes(event)) drop([...(event.dataTransfer?.files ?? [])])
        if (carriesFiles(event)) event.preventDefault()
      },
      { signal },
    )
    return () => listening.abort()
  }, [])
  const user = useUser()
  if (!over) return null
  return (
    <div className="edge-forced pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-lg border-2 border-dashed border-primary bg-info-soft/95 p-4 text-center">
      <div className="flex max-w-lg flex-col items-center gap-2">
        <FileUp size={32} className="text-primary" />
        <p className="font-display text-subtitle wrap-anywhere text-ink">
          {side === 'team' ? `Upload to ${folderName}` : 'Upload to your folder'}
        </p>
        <p className="text-body text-ink-2">
          {side === 'team'
            ? 'The client can see these files and is notified.'
            : 'Your consultant can see these files and is notified.'}
        </p>
        <p className="text-meta text-ink-2">{limitsInWords(user)}</p>
      </div>
    </div>
  )
}

/** What became of the files that were added here: progress, and each one's error. */
export function AddedFiles({ adding }: { adding: ReturnType<typeof useAddFiles> }) {
  const { uploads, notAdded, retry, remove, clear } = adding
  const isBusy = uploads.some(({ state }) => state.name === 'sending' || state.name === 'checking')
  const done = uploads.filter(({ state }) => state.name === 'done').length
  if (uploads.length === 0 && notAdded === null) return null
  return (
    <section aria-label="Added files" className="border-b border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 sm:px-5">
        <p role="status" className="text-body text-ink-2">
          {isBusy ? `Uploading… ${done} of ${uploads.length} done` : `${done} of ${uploads.length} uploaded`}
        </p>
        {!isBusy && (
          <Button size="small" variant="ghost" onClick={clear}>
            Clear list
          </Button>
        )}
      </div>
      {notAdded !== null && (
        <div className="px-4 sm:px-5">
          <FormProblem problem={notAdded} />
        </div>
      )}
      <ul aria-label="Added files" className="max-h-80 divide-y divide-line overflow-y-auto border-t border-line">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
        ))}
      </ul>
    </section>
  )
}
