import { useQuery } from '@tanstack/react-query'
import { Button } from '../kit/Button.tsx'
import { workQueue } from '../work-queue/queries.ts'
import { useMarkNoReplyNeeded } from './no-reply-needed.ts'

/** Over a thread that waits for the team: it can be left without a reply. */
export function NoReplyNeeded({ folderId, onDone }: { folderId: string; onDone: () => void }) {
  const { data } = useQuery(workQueue('all'))
  const mark = useMarkNoReplyNeeded()
  const item = data?.items.find(({ kind, clientFolderId }) => kind === 'reply-message' && clientFolderId === folderId)
  if (item === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-warn-soft px-4 py-2 text-body text-warn sm:px-5">
      <span>{item.contact ?? 'The client'} is waiting for a reply.</span>
      <Button
        size="small"
        pending={mark.isPending}
        onClick={() => mark.mutate({ clientFolderId: folderId, lastMessageId: item.id }, { onSuccess: onDone })}
      >
        No reply needed
      </Button>
    </div>
  )
}
