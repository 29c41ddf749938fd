import { useInfiniteQuery } from '@tanstack/react-query'
import type { Side } from '../client-folders/side.ts'
import { Composer } from './Composer.tsx'
import { useConversation, writeDraft } from './conversation.ts'
import { messagesOf } from './queries.ts'
import { useSending } from './send.ts'
import { Thread } from './Thread.tsx'

type MessagesPanelProps = {
  folderId: string
  side: Side
  /** False where the folder can only be read. */
  canSend: boolean
}

/** The thread between a client and the team, and the field to write in. */
export function MessagesPanel({ folderId, side, canSend }: MessagesPanelProps) {
  const { draft, outgoing } = useConversation(folderId)
  const { send, retry, takeBack } = useSending(folderId)
  const query = useInfiniteQuery(messagesOf(folderId))
  return (
    <>
      <Thread
        query={query}
        side={side}
        outgoing={outgoing}
        onRetry={retry}
        onTakeBack={(message) => takeBack(message, draft)}
      />
      {canSend ? (
        <Composer
          draft={draft}
          onDraft={(text) => writeDraft(folderId, text)}
          sending={outgoing.some((message) => message.problem === null)}
          onSend={send}
        />
      ) : (
        <p className="border-t border-line px-4 py-4 text-meta text-ink-3 sm:px-5">
          This folder is archived and can only be read.
        </p>
      )}
    </>
  )
}
