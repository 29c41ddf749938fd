import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { acceptedBy, limitsInWords } from '../documents/check-file.ts'
import { UploadRow } from '../documents/UploadRow.tsx'
import { Button } from '../kit/Button.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { useUser } from '../session/use-auth.ts'
import type { Attachments } from './attachments.ts'

/** The files of the message that is being written, each with its progress or its error. */
export function AttachedFiles({ attachments }: { attachments: Attachments }) {
  const { uploads, notAdded, retry, remove } = attachments
  return (
    <>
      <FormProblem problem={notAdded} />
      {uploads.length > 0 && (
        <ul
          aria-label="Attached files"
          className="mt-3 max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface"
        >
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
          ))}
        </ul>
      )}
    </>
  )
}

export function AttachButton({ attachments, disabled }: { attachments: Attachments; disabled: boolean }) {
  const user = useUser()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button title={limitsInWords(user)} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip />
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files for this message"
        accept={acceptedBy(user)}
        onChange={(event) => {
          attachments.add([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
