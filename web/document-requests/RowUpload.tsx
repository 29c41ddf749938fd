// Uploads for a request from its row: the button chooses files, which are sent right away.
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { isClient } from '../../domain/actor.ts'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import { acceptedBy, limitsInWords } from '../documents/check-file.ts'
import { chooseFiles, removeUpload, useSendUploads } from '../documents/send-uploads.ts'
import { UploadRow } from '../documents/UploadRow.tsx'
import { uploadListFor, useUploads } from '../documents/uploads.ts'
import { Button } from '../kit/Button.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useUser } from '../session/use-auth.ts'

const nothing = () => {}

export function useRowUpload({ id, clientFolderId }: Pick<DocumentRequestView, 'id' | 'clientFolderId'>) {
  const user = useUser()
  const list = uploadListFor(clientFolderId, id)
  const uploads = useUploads(list).filter(({ state }) => state.name !== 'done')
  const { sendAll, retry } = useSendUploads(list, nothing)
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const purpose = { clientFolderId, requiresSignature: false, assignmentId: null, documentRequestId: id }
  return {
    uploads,
    notAdded,
    accept: acceptedBy(user),
    hint: limitsInWords(user),
    isBusy: uploads.some(({ state }) => state.name === 'sending' || state.name === 'checking'),
    choose(files: File[]) {
      setNotAdded(chooseFiles(list, files, user))
      void sendAll(purpose)
    },
    retry: (upload: (typeof uploads)[number]) => retry(upload, purpose),
    remove: (upload: (typeof uploads)[number]) => removeUpload(list, upload),
  }
}

type RowUploadState = ReturnType<typeof useRowUpload>

type UploadButtonProps = {
  request: DocumentRequestView
  upload: RowUploadState
  size?: 'small' | 'regular'
}

export function UploadButton({ request, upload, size = 'small' }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const isFirst = request.fileCount === 0
  const user = useUser()
  // In the panel, it is what a client is there for.
  const isMain = size === 'regular' && isFirst && isClient(user)
  return (
    <>
      <Button
        size={size}
        variant={isMain ? 'primary' : 'secondary'}
        title={upload.hint}
        pending={upload.isBusy}
        pendingLabel="Uploading..."
        onClick={() => input.current?.click()}
      >
        <Upload />
        {isFirst || request.status === 'pending' ? 'Upload' : 'Add a file'}
        <span className="sr-only"> for {request.title}</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Files for ${request.title}`}
        accept={upload.accept}
        onChange={(event) => {
          upload.choose([...(event.target.files ?? [])])
          // The same file may be chosen again after it failed.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The files on their way for a request, and what could not be sent. */
export function UploadsOfRow({ upload }: { upload: RowUploadState }) {
  const { uploads, notAdded } = upload
  return (
    <>
      <FormProblem problem={notAdded} />
      {uploads.length > 0 && (
        <ul aria-label="Uploading files" className="divide-y divide-line rounded-md ring-1 ring-line">
          {uploads.map((each) => (
            <UploadRow
              key={each.id}
              upload={each}
              onRetry={() => upload.retry(each)}
              onRemove={() => upload.remove(each)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
