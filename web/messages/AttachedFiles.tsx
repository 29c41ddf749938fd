import { Paperclip } from 'lucide-react'
import { ChooseFilesButton } from '../documents/ChooseFilesButton.tsx'
import { UploadRow } from '../documents/UploadRow.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
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

type AttachButtonProps = { attachments: Attachments; disabled: boolean }

export const AttachButton = ({ attachments, disabled }: AttachButtonProps) => (
  <ChooseFilesButton inputLabel="Files for this message" disabled={disabled} onFiles={attachments.add}>
    <Paperclip />
    <span className="@max-[42rem]:sr-only">Attach files</span>
  </ChooseFilesButton>
)
