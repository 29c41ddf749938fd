import { CircleAlert, CircleCheck, File as FileIcon, X } from 'lucide-react'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { formatFileSize } from './file-size.ts'
import type { Upload } from './uploads.ts'

type UploadRowProps = {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

/** One file on its way: how far it is, or why it did not get there. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { file, state } = upload
  const hasProblem = state.name === 'failed' || state.name === 'refused'
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <StateIcon state={state.name} />
      <div className="min-w-0 flex-1">
        <p className="text-panel wrap-anywhere text-ink">{file.name}</p>
        <p className={hasProblem ? 'text-meta text-danger' : 'text-meta text-ink-3'}>{wordsFor(upload)}</p>
        {(state.name === 'sending' || state.name === 'checking') && (
          <Bar
            label={`Sending ${file.name}`}
            share={state.name === 'sending' ? shareSent(state.bytes, file.size) : 1}
          />
        )}
      </div>
      {state.name === 'failed' && state.again && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
      {state.name !== 'checking' && (
        <IconButton label={`Remove ${file.name} from the list`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </li>
  )
}

const shareSent = (bytes: number, size: number) => (size === 0 ? 0 : Math.min(1, bytes / size))

function wordsFor({ file, state }: Upload): string {
  switch (state.name) {
    case 'chosen':
      return `${formatFileSize(file.size)}, ready to send`
    case 'sending':
      return `${Math.round(shareSent(state.bytes, file.size) * 100)}% of ${formatFileSize(file.size)}`
    case 'checking':
      return 'Uploaded. Checking the file…'
    case 'done':
      return `${formatFileSize(file.size)}, uploaded`
    case 'failed':
    case 'refused':
      return state.problem
  }
}

function StateIcon({ state }: { state: Upload['state']['name'] }) {
  if (state === 'done') return <CircleCheck className="mt-0.5 shrink-0 text-ok" />
  if (state === 'failed' || state === 'refused') return <CircleAlert className="mt-0.5 shrink-0 text-danger" />
  return <FileIcon className="mt-0.5 shrink-0 text-ink-3" />
}

function Bar({ label, share }: { label: string; share: number }) {
  return (
    <progress
      aria-label={label}
      value={share}
      max={1}
      className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
    />
  )
}
