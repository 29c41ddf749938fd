import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addReceivedEmail, dismissReceivedEmail } from '../../api/received-emails.ts'
import type { ReceivedEmail } from '../../domain/received-email.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { Button } from '../kit/Button.tsx'
import { call, CallError, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { formatFileSize } from '../documents/file-size.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { receivedEmailById } from './queries.ts'
import { reasonTexts, statusNames, texts } from './words.ts'

type DialogProps = { id: string; onClose: () => void }

/** One email, and what to do with it. */
export function ReceivedEmailDialog({ id, onClose }: DialogProps) {
  const { data: email, error, isPending, refetch } = useQuery(receivedEmailById(id))
  if (email !== undefined) return <OpenEmail key={email.version} email={email} onClose={onClose} />
  const isMissing = error instanceof CallError && error.status === 404
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Received email"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isPending ? (
        <SkeletonRows label="Loading the email" />
      ) : isMissing ? (
        <EmptyState title="We couldn’t find that email">It may have been deleted.</EmptyState>
      ) : (
        <EmptyState title="Couldn’t load the email" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {sentenceOf(error, 'Check your connection, then try again.')}
        </EmptyState>
      )}
    </Dialog>
  )
}

function OpenEmail({ email, onClose }: { email: ReceivedEmail; onClose: () => void }) {
  const { id, version, sender, folder, subject, status } = email
  const [folderId, setFolderId] = useState(folder?.id ?? '')
  const client = useQueryClient()
  const done = (title: string) => {
    toast.success(title)
    onClose()
    return client.invalidateQueries({ queryKey: ['received-emails'] })
  }
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })
  const add = useMutation({
    mutationFn: () => call(addReceivedEmail, { params: { id }, body: { clientFolderId: folderId } }),
    onSuccess: () => done('Email added to the conversation'),
    onError: failed('Couldn’t add the email'),
  })
  const dismiss = useMutation({
    mutationFn: () => call(dismissReceivedEmail, { params: { id }, ifMatch: version }),
    onSuccess: () => done('Email dismissed'),
    onError: failed('Couldn’t dismiss the email'),
  })
  const isPending = status === 'pending'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={subject === '' ? '(no subject)' : subject}
      description={<Sender email={email} />}
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isPending && (
            <Button pending={dismiss.isPending} pendingLabel="Dismissing..." onClick={() => dismiss.mutate()}>
              Dismiss
            </Button>
          )}
          {isPending && sender !== null && (
            <Button
              variant="primary"
              disabled={folderId === ''}
              pending={add.isPending}
              pendingLabel="Adding..."
              onClick={() => add.mutate()}
            >
              Add to conversation
            </Button>
          )}
        </>
      }
    >
      <EmailText email={email} />
      {isPending && (
        <div className="mt-6 border-t border-line pt-5">
          {sender === null ? (
            <p className="text-meta text-ink-2">{`${texts.noAccount} ${texts.dismiss}`}</p>
          ) : (
            <FolderPicker
              label={`Conversation with ${sender.name}`}
              help={texts.add}
              value={folderId}
              onChoose={(chosen) => setFolderId(chosen?.id ?? '')}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

const Sender = ({ email: { from, receivedAt, status, reason } }: { email: ReceivedEmail }) => (
  <>
    <span className="block wrap-anywhere">
      {from === '' ? 'Unknown sender' : from} · {formatDateTime(receivedAt)}
    </span>
    <span className="block">{reason === null ? statusNames[status] : reasonTexts[reason]}</span>
  </>
)

function EmailText({ email: { text, attachments, subject } }: { email: ReceivedEmail }) {
  const isDeleted = text === '' && subject === '' && attachments.length === 0
  return (
    <>
      <p className="text-body wrap-anywhere whitespace-pre-wrap">
        {isDeleted ? texts.deleted : text === '' ? 'No text' : text}
      </p>
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className="mt-4 space-y-1 text-meta text-ink-2">
          {attachments.map(({ name, size }, index) => (
            <li key={index} className="wrap-anywhere">
              {name} · {formatFileSize(size)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
