import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { markNoReplyNeeded, markNeedsReply } from '../../api/messages.ts'
import type { UnansweredThread } from '../../domain/unanswered-thread.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { useNow } from '../kit/now.ts'
import { Row, RowList } from '../kit/RowList.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUser } from '../session/use-auth.ts'
import { waitingWords } from './unanswered-words.ts'

/** Setting threads aside, and the last one that was, so that it can be taken back. */
export function useNoReplyNeeded() {
  const client = useQueryClient()
  const [last, setLast] = useState<UnansweredThread | null>(null)
  const settled = () => client.invalidateQueries({ queryKey: ['messages', 'waiting'] })
  const failed = (error: unknown) => toast.error(sentenceOf(error, 'Something went wrong on our end.'))
  const aside = useMutation({
    mutationFn: ({ clientFolderId, lastMessageId }: UnansweredThread) =>
      call(markNoReplyNeeded, { params: { id: clientFolderId }, body: { lastMessageId } }),
    onSuccess: (_state, thread) => setLast(thread),
    onError: failed,
    onSettled: settled,
  })
  const back = useMutation({
    mutationFn: ({ clientFolderId }: UnansweredThread) => call(markNeedsReply, { params: { id: clientFolderId } }),
    onSuccess: () => setLast(null),
    onError: failed,
    onSettled: settled,
  })
  return { last, aside, back }
}

type Setting = ReturnType<typeof useNoReplyNeeded>

/** The thread that was just marked "No reply needed", with Undo. */
export function NoReplyNeededStrip({ last, back }: Pick<Setting, 'last' | 'back'>) {
  return (
    <div role="status">
      {last !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-mist px-4 py-2 text-meta text-ink-2 sm:px-5">
          <span className="min-w-0 wrap-anywhere">{last.folderName} marked as no reply needed.</span>
          <Button size="small" variant="ghost" pending={back.isPending} onClick={() => back.mutate(last)}>
            Undo
          </Button>
        </div>
      )}
    </div>
  )
}

type WaitingListProps = { threads: readonly UnansweredThread[]; aside: Setting['aside']; narrow?: boolean }

/** Threads that wait, each with how long, its last words, and the way to it. */
export function UnansweredList({ threads, aside, narrow = false }: WaitingListProps) {
  const now = useNow()
  const { id: ownId } = useUser()
  return (
    <RowList label="Messages that need a reply">
      {threads.map((thread) => {
        const { clientFolderId, folderName, clientName, assignedStaffId, assignedStaffName, messages, since, preview } =
          thread
        const button = (
          <Button
            size="small"
            variant="ghost"
            pending={aside.isPending && aside.variables.clientFolderId === clientFolderId}
            onClick={() => aside.mutate(thread)}
          >
            No reply needed
            <span className="sr-only">: {folderName}</span>
          </Button>
        )
        const meta = [
          clientName,
          messages > 1 ? `${messages.toLocaleString('en-US')} messages` : null,
          narrow || assignedStaffId === ownId ? null : assignedStaffName && `For ${assignedStaffName}`,
        ].filter(Boolean)
        return (
          <Row
            key={thread.id}
            to="/client-folders/$id"
            params={{ id: clientFolderId }}
            search={{ tab: 'messages' }}
            title={<span className={narrow ? 'line-clamp-1' : undefined}>{folderName}</span>}
            context={preview}
            meta={
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-anywhere">{meta.join(' · ')}</span>
                {narrow && <span className="tabular whitespace-nowrap text-warn">{waitingWords(since, now)}</span>}
                {narrow && <span className="relative z-1 -ml-2.5 basis-full">{button}</span>}
              </span>
            }
            middle={
              narrow ? undefined : (
                <span className="tabular text-meta whitespace-nowrap text-warn">{waitingWords(since, now)}</span>
              )
            }
            action={
              narrow ? undefined : (
                <>
                  <Link
                    to="/client-folders/$id"
                    params={{ id: clientFolderId }}
                    search={{ tab: 'messages' }}
                    hash="messages"
                    className={buttonStyle('secondary', 'small')}
                  >
                    Reply<span className="sr-only">: {folderName}</span>
                  </Link>
                  {button}
                </>
              )
            }
          />
        )
      })}
    </RowList>
  )
}
