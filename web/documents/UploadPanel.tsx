import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ExpirationDate } from '../../domain/document.ts'
import { Button } from '../kit/Button.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { DateField } from '../kit/TextField.tsx'
import { useUser } from '../session/use-auth.ts'
import { acceptedBy, limitsInWords } from './check-file.ts'
import { chooseFiles, removeUpload, type UploadPurpose, useSendUploads } from './send-uploads.ts'
import { UploadFor } from './UploadFor.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploads } from './uploads.ts'
import { texts } from './words.ts'

type UploadPanelProps = {
  folderId: string
  /** False where the folder can only be read. */
  canUpload: boolean
  /** Whether the user may request a signature for the uploaded files. */
  mayAskForSignature: boolean
  /** The assignment that the files answer. */
  assignmentId: string | null
  onNoAssignment: () => void
  /** Where the documents are not on the same page. */
  onShowDocuments?: () => void
}

/** Choosing files and sending them into the folder. */
export function UploadPanel(props: UploadPanelProps) {
  const { folderId, canUpload, mayAskForSignature, assignmentId, onNoAssignment, onShowDocuments } = props
  const user = useUser()
  const uploads = useUploads(folderId)
  const { sendAll, retry } = useSendUploads(folderId, onNoAssignment)
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const [expiresOn, setExpiresOn] = useState('')
  const [toBeSigned, setToBeSigned] = useState(false)
  const [teamOnly, setTeamOnly] = useState(false)
  useEffect(() => {
    // Preload the code; if that fails, sending reports the error.
    import('./uploader.ts').catch(() => {})
  }, [])
  if (!canUpload)
    return <p className="p-4 text-body text-ink-2 sm:p-5">This folder is archived and can only be read.</p>

  const mayBeTeamOnly = mayAskForSignature && assignmentId === null
  const visibility = mayBeTeamOnly && teamOnly ? 'team-only' : 'shared'
  const requiresSignature = mayAskForSignature && toBeSigned && visibility === 'shared'
  const purpose: UploadPurpose = {
    clientFolderId: folderId,
    requiresSignature,
    assignmentId,
    documentRequestId: null,
    expiresOn,
    visibility,
  }
  const checkedDate = ExpirationDate.safeParse(expiresOn)
  const chosen = uploads.filter(({ state }) => state.name === 'chosen').length
  const isAllUploaded = uploads.every(({ state }) => state.name === 'done')
  const isBusy = uploads.some(({ state }) => state.name === 'sending' || state.name === 'checking')
  return (
    <div>
      <div className="p-4 sm:p-5">
        {assignmentId !== null && <UploadFor assignmentId={assignmentId} onNone={onNoAssignment} />}
        <FormProblem problem={notAdded} />
        <FileDrop
          label="Files to upload"
          icon={FileUp}
          button="Choose files"
          hint={limitsInWords(user)}
          accept={acceptedBy(user)}
          multiple
          onFiles={(files) => setNotAdded(chooseFiles(folderId, files, user))}
        >
          <span className="coarse:hidden">Drop files here, or choose them from your computer.</span>
          <span className="hidden coarse:inline">Choose files from this device.</span>
        </FileDrop>
        {mayBeTeamOnly && uploads.length === 0 && <p className="mt-3 text-meta text-ink-3">{texts.sharedFiles}</p>}
      </div>
      {uploads.length > 0 && (
        <>
          <ul aria-label="Files to upload" className="divide-y divide-line border-t border-line">
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onRetry={() => retry(upload, purpose)}
                onRemove={() => removeUpload(folderId, upload)}
              />
            ))}
          </ul>
          {isAllUploaded && onShowDocuments !== undefined && (
            <div className="border-t border-line px-4 py-3 sm:px-5">
              <Button size="small" onClick={onShowDocuments}>
                Show documents
              </Button>
            </div>
          )}
          {!isAllUploaded && (
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
              <DateField
                label="Expiration date"
                optional
                value={expiresOn}
                error={checkedDate.error?.issues[0]?.message}
                onChange={(event) => setExpiresOn(event.target.value)}
              />
              {mayBeTeamOnly && (
                <CheckboxField
                  label="Team only"
                  help={texts.teamOnlyFiles}
                  checked={teamOnly}
                  onChange={(event) => setTeamOnly(event.target.checked)}
                />
              )}
              {mayAskForSignature && visibility === 'shared' && (
                <CheckboxField
                  label="Request the client’s signature on these files"
                  checked={toBeSigned}
                  onChange={(event) => setToBeSigned(event.target.checked)}
                />
              )}
              <Button
                variant="primary"
                className="ml-auto"
                disabled={chosen === 0 || !checkedDate.success}
                pending={isBusy}
                pendingLabel="Uploading..."
                onClick={() => void sendAll(purpose).then(() => setExpiresOn(''))}
              >
                {chosen > 1 ? `Upload ${chosen} files` : 'Upload file'}
              </Button>
            </div>
          )}
        </>
      )}
      <p aria-live="polite" className="sr-only">
        {summary(uploads.map(({ state }) => state.name))}
      </p>
    </div>
  )
}

function summary(states: string[]): string {
  const count = (name: string) => states.filter((state) => state === name).length
  const [done, failed] = [count('done'), count('failed')]
  const parts = [done > 0 ? `${done} uploaded` : '', failed > 0 ? `${failed} failed` : '']
  return parts.filter(Boolean).join(', ')
}
