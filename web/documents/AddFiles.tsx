import { FileLock2, FilePlus2, FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { DocumentVisibility } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useUser } from '../session/use-auth.ts'
import { limitsInWords } from './check-file.ts'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import { UploadRow } from './UploadRow.tsx'
import type { useAddFiles } from './use-add-files.ts'

type OnFiles = (files: File[], visibility: DocumentVisibility) => void

/** For the team. */
export const AddFilesButtons = ({ onFiles }: { onFiles: OnFiles }) => (
  <span className="inline-flex flex-wrap gap-2">
    <ChooseFilesButton inputLabel="Files to add" onFiles={(files) => onFiles(files, 'shared')}>
      <FilePlus2 />
      Add files
    </ChooseFilesButton>
    <ChooseFilesButton inputLabel="Team-only files to add" onFiles={(files) => onFiles(files, 'team-only')}>
      <FileLock2 />
      Add team-only files
    </ChooseFilesButton>
  </span>
)

type DropAnywhereProps = { folderName: string; side: 'client' | 'team'; onFiles: OnFiles }

/** On the team's side, the right half of the window is for team-only files. */
const visibilityAt = ({ clientX }: DragEvent, side: 'client' | 'team'): DocumentVisibility =>
  side === 'team' && clientX > document.documentElement.clientWidth / 2 ? 'team-only' : 'shared'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** While files are dragged over the page, says where they will be uploaded. A dialog in front takes no files. */
export function DropAnywhere({ folderName, side, onFiles }: DropAnywhereProps) {
  const [over, setOver] = useState<DocumentVisibility | null>(null)
  const drop = useEffectEvent((event: DragEvent) =>
    onFiles([...(event.dataTransfer?.files ?? [])], visibilityAt(event, side)),
  )
  const moveOver = useEffectEvent((event: DragEvent) => setOver(visibilityAt(event, side)))
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const isBehindDialog = () => document.querySelector('[role=dialog]:not([data-side-panel])') !== null
    // An area of its own, like a document request's, has taken the files already.
    const takes = (event: DragEvent) => carriesFiles(event) && !event.defaultPrevented && !isBehindDialog()
    addEventListener(
      'dragover',
      (event) => {
        if (takes(event)) moveOver(event)
        else setOver(null)
        // Without this, the browser would open the file in place of the page.
        if (carriesFiles(event)) event.preventDefault()
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(null), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver(null)
        if (takes(event)) drop(event)
        if (carriesFiles(event)) event.preventDefault()
      },
      { signal },
    )
    return () => listening.abort()
  }, [])
  const user = useUser()
  if (over === null) return null
  return (
    <div className="pointer-events-none fixed inset-3 z-50 flex gap-3">
      {side === 'client' ? (
        <DropArea icon={<FileUp size={32} />} title="Upload to your folder" limits={limitsInWords(user)} isChosen>
          Your consultant can see these files and is notified.
        </DropArea>
      ) : (
        <>
          <DropArea
            icon={<FileUp size={32} />}
            title={`Upload to ${folderName}`}
            limits={limitsInWords(user)}
            isChosen={over === 'shared'}
          >
            The client can see these files and is notified.
          </DropArea>
          <DropArea
            icon={<FileLock2 size={32} />}
            title="Upload as team only"
            limits={limitsInWords(user)}
            isChosen={over === 'team-only'}
          >
            The client can’t see these files.
          </DropArea>
        </>
      )}
    </div>
  )
}

type DropAreaProps = { icon: ReactNode; title: string; limits: string; isChosen: boolean; children: ReactNode }

const DropArea = ({ icon, title, limits, isChosen, children }: DropAreaProps) => (
  <div
    className={classes(
      'edge-forced grid min-w-0 flex-1 place-items-center rounded-lg border-2 border-dashed p-4 text-center',
      isChosen ? 'border-primary bg-info-soft/95' : 'border-line-strong bg-surface/95',
    )}
  >
    <div className="flex max-w-[32rem] flex-col items-center gap-2">
      <span className={isChosen ? 'text-primary' : 'text-ink-3'}>{icon}</span>
      <p className="font-display text-subtitle wrap-anywhere text-ink">{title}</p>
      <p className="text-body text-ink-2">{children}</p>
      <p className="text-meta text-ink-2">{limits}</p>
    </div>
  </div>
)

/** What became of the files that were added here: progress, and each one's error. */
export function AddedFiles({ label, adding }: { label: string; adding: ReturnType<typeof useAddFiles> }) {
  const { uploads, notAdded, retry, remove, clear } = adding
  const isBusy = uploads.some(({ state }) => state.name === 'sending' || state.name === 'checking')
  const done = uploads.filter(({ state }) => state.name === 'done').length
  if (uploads.length === 0 && notAdded === null) return null
  return (
    <section aria-label={label} className="border-b border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 sm:px-5">
        <p role="status" className="text-body text-ink-2">
          {label}: {isBusy ? `uploading… ${done} of ${uploads.length} done` : `${done} of ${uploads.length} uploaded`}
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
      <ul aria-label={label} className="max-h-80 divide-y divide-line overflow-y-auto border-t border-line">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
        ))}
      </ul>
    </section>
  )
}
