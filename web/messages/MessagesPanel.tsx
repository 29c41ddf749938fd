import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Side } from '../client-folders/side.ts'
import { useReadWhileVisible } from '../notifications/read.ts'
import { TextArea } from '../kit/TextField.tsx'
import { useUser } from '../session/use-auth.ts'
import { useAttachments } from './attachments.ts'
import { Composer } from './Composer.tsx'
import { switchTo, useConversation } from './conversation.ts'
import { DropZone } from './DropZone.tsx'
import { useThread } from './entries.ts'
import { flushDraft, save, typeDraft, useSavedDraft } from './saved-draft.ts'
import { LogCallDialog } from './LogCallDialog.tsx'
import { OtherDraft } from './OtherDraft.tsx'
import { draftOf } from './queries.ts'
import { useNoteRead } from './readers.ts'
import { useSending } from './send.ts'
import { Thread } from './Thread.tsx'

type MessagesPanelProps = {
  folderId: string
  side: Side
  /** False while the folder is no one's. */
  hasClient: boolean
  /** False where the folder can only be read. */
  canSend: boolean
  /** Whether files can be added, which become documents of the folder. */
  canAttach: boolean
  /**
   * Fills the height of its container, with the input always visible. Otherwise the thread has a fixed height, on phones
   * its own height and the page scrolls.
   */
  fillsHeight?: boolean
  /** Scrolls to the message that the address names. */
  seeks?: boolean
}

/** The thread between a client and the team, and the field to write in; for the team also their notes to one another. */
export function MessagesPanel({
  folderId,
  side,
  hasClient,
  canSend,
  canAttach,
  fillsHeight = false,
  seeks = false,
}: MessagesPanelProps) {
  const conversation = useConversation(folderId)
  const { outgoing, writing, saving } = conversation
  const { send, retry, takeBack } = useSending(folderId)
  const thread = useThread(folderId, side)
  const { elsewhere, take, keep } = useSavedDraft(folderId)
  useReadWhileVisible(folderId, 'messages', thread.entries.at(-1)?.id)
  useNewDraftAfterSending(folderId, thread.entries)
  const last = thread.entries.at(-1)
  const [isLogging, setLogging] = useState(false)
  const attachments = useAttachments(folderId, (content) => send('message', content))
  const takesFiles = canSend && canAttach
  useNoteRead(folderId, side, last?.kind === 'message' ? last : undefined)
  return (
    <>
      <DropZone
        onFiles={takesFiles && writing === 'message' ? attachments.add : undefined}
        className={fillsHeight ? 'flex min-h-0 flex-1 flex-col' : undefined}
      >
        <Thread
          thread={thread}
          folderId={folderId}
          side={side}
          outgoing={outgoing}
          fillsHeight={fillsHeight}
          seeks={seeks}
          canEditNotes={canSend}
          onRetry={retry}
          onTakeBack={(message) => takeBack(message, conversation[message.kind])}
        />
        {canSend ? (
          <Composer
            writing={writing}
            rows={2}
            hasClient={hasClient}
            repliesFor={side === 'team' ? folderId : undefined}
            onSwitch={
              side === 'team'
                ? (to) => {
                    switchTo(folderId, to)
                    save(folderId)
                  }
                : undefined
            }
            attachments={takesFiles ? attachments : undefined}
            documentsIn={takesFiles ? folderId : undefined}
            documentCount={conversation.documents.length}
            sticks={!fillsHeight}
            draft={conversation[writing]}
            onDraft={(text) => typeDraft(folderId, writing, text)}
            onLeave={() => flushDraft(folderId)}
            saving={saving}
            sending={outgoing.some((message) => message.problem === null)}
            onSend={(content) => send(writing, content)}
            onLogCall={() => setLogging(true)}
            above={<OtherDraft text={elsewhere[writing]} onTake={() => take(writing)} onCancel={() => keep(writing)} />}
          />
        ) : (
          <NoMore message={conversation.message} note={conversation.note} />
        )}
      </DropZone>
      {isLogging && <LogCallDialog folderId={folderId} onClose={() => setLogging(false)} />}
    </>
  )
}

/** Replaces the input in an archived folder; unsent text is still shown. */
function NoMore({ message, note }: { message: string; note: string }) {
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line px-4 py-4 sm:px-5">
      <p className="text-meta text-ink-3">This folder is archived and can only be read.</p>
      {message.trim() !== '' && <TextArea label="Your unsent message" readOnly value={message} />}
      {note.trim() !== '' && <TextArea label="Your unsaved note" readOnly value={note} />}
    </div>
  )
}

/** A message sent from another device is no longer a draft. */
function useNewDraftAfterSending(folderId: string, entries: ReturnType<typeof useThread>['entries']) {
  const client = useQueryClient()
  const { id } = useUser()
  const latest = entries.findLast((entry) => (entry.kind === 'message' ? entry.senderId : entry.authorId) === id)?.id
  const known = useRef(latest)
  useEffect(() => {
    if (known.current !== undefined && known.current !== latest)
      void client.invalidateQueries({ queryKey: draftOf(folderId).queryKey })
    known.current = latest
  }, [client, folderId, latest])
}
