import { LockKeyhole, Phone, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { MessageInput, onlyDocuments, withNames } from '../../domain/message.ts'
import { unfilledProblem } from '../../domain/saved-reply.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { DraftStatus } from '../kit/DraftStatus.tsx'
import type { DraftState } from '../kit/autosave.ts'
import { usePhone } from '../kit/media.ts'
import { TextArea } from '../kit/TextField.tsx'
import { SavedReplyPicker } from '../saved-replies/SavedReplyPicker.tsx'
import { AttachDocuments, LinkedDocuments } from './AttachDocuments.tsx'
import { AttachButton, AttachedFiles } from './AttachedFiles.tsx'
import type { Attachments } from './attachments.ts'
import type { Writing } from './conversation.ts'
import { useReplyInsertion } from './insert-reply.ts'
import { StaffOnlySwitch } from './StaffOnlySwitch.tsx'

type ComposerProps = {
  writing: Writing
  /** Where there is a choice between a message and a staff-only note. */
  onSwitch: ((writing: Writing) => void) | undefined
  hasClient: boolean
  /** The folder for which saved replies are filled in, where the writer has them. */
  repliesFor: string | undefined
  draft: string
  onDraft: (draft: string) => void
  onLeave: () => void
  saving: DraftState
  sending: boolean
  rows: number
  /** Where files can be added. */
  attachments: Attachments | undefined
  /** Where documents of the folder can be linked. */
  documentsIn: string | undefined
  /** Number of linked documents. */
  documentCount: number
  /** On phones it stays at the foot of the window, above the bar, while the page scrolls. */
  sticks: boolean
  onSend: (content: string) => void
  /** With a staff-only note: opens the form for a call or a meeting. */
  onLogCall: () => void
  above: ReactNode
}

/** Where a message or a note is written. Enter is a new line; with Ctrl or Cmd it sends. */
export function Composer(props: ComposerProps) {
  const { writing, onSwitch, hasClient, draft, onDraft, onLeave, saving, rows, attachments, sticks, onSend } = props
  const repliesFor = writing === 'note' ? undefined : props.repliesFor
  const area = useRef<HTMLTextAreaElement>(null)
  const replies = useReplyInsertion(area, draft, onDraft)
  const isNote = writing === 'note'
  const isPhone = usePhone()
  const files = isNote ? undefined : attachments
  const sending = props.sending || attachments?.isSending === true
  const documentsIn = isNote ? undefined : props.documentsIn
  const text = draft.trim() === '' && documentsIn !== undefined ? onlyDocuments(props.documentCount) : draft.trim()
  const content = withNames(text, files?.names ?? [])
  const isEmpty = content === ''
  const checked = MessageInput.safeParse({ content })
  const unfilled = repliesFor === undefined ? null : unfilledProblem(content)
  const error = isEmpty || checked.success ? (unfilled ?? undefined) : checked.error.issues[0]?.message
  const canSend = checked.success && unfilled === null && !sending && files?.isBlocked !== true
  function send() {
    if (!canSend) return
    if (files === undefined || files.uploads.length === 0) onSend(content)
    else void files.send(text)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  // Without text there is no draft to report on.
  const status = <DraftStatus state={draft.trim() === '' && saving === 'saved' ? 'quiet' : saving} />
  return (
    <form
      id="messages"
      noValidate
      className={classes(
        '@container rounded-b-lg border-t px-4 py-3 transition-colors sm:px-5 sm:py-4',
        isNote ? 'border-t-4 border-warn-solid bg-warn-soft' : 'border-line bg-surface',
        sticks && 'max-sm:sticky max-sm:bottom-16 max-sm:z-10 max-sm:rounded-none',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        // React also sends the events of dialogs that were opened from this form.
        if (event.target === event.currentTarget) send()
      }}
    >
      {props.above}
      {onSwitch !== undefined && (
        <StaffOnlySwitch on={isNote} hasClient={hasClient} onSwitch={(on) => onSwitch(on ? 'note' : 'message')} />
      )}
      <TextArea
        label={isNote ? 'Staff-only note' : 'Your message'}
        unseenLabel={isPhone}
        rows={rows}
        ref={area}
        value={draft}
        error={error}
        onChange={({ target }) => (repliesFor === undefined ? onDraft : replies.onChange)(target.value)}
        onBlur={onLeave}
        readOnly={attachments?.isSending === true}
        onKeyDown={onKeyDown}
      />
      {documentsIn !== undefined && <LinkedDocuments folderId={documentsIn} />}
      {files !== undefined && <AttachedFiles attachments={files} />}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-1.5 sm:gap-3">
        {/* Its width is reserved, so that it doesn’t move the button that is being pressed. */}
        <span className="min-w-0 grow basis-14 @min-[42rem]:basis-28">{status}</span>
        {files !== undefined && <AttachButton attachments={files} disabled={sending} />}
        {documentsIn !== undefined && <AttachDocuments folderId={documentsIn} disabled={sending} />}
        {repliesFor !== undefined && (
          <SavedReplyPicker {...replies.picker} folderId={repliesFor} text={draft} disabled={sending} />
        )}
        {isNote && (
          <Button onClick={props.onLogCall}>
            <Phone />
            Log call or meeting
          </Button>
        )}
        <span
          className={classes(
            'hidden text-meta text-ink-3 coarse:hidden',
            // Three buttons for the team leave no room for it.
            repliesFor === undefined ? 'sm:inline' : 'min-[96rem]:inline',
          )}
        >
          Ctrl or Cmd + Enter {isNote ? 'saves' : 'sends'}
        </span>
        <Button
          type="submit"
          variant="primary"
          disabled={!canSend && !sending}
          pending={sending}
          pendingLabel={isNote ? 'Saving...' : 'Sending...'}
        >
          {isNote ? <LockKeyhole /> : <SendHorizontal />}
          {isNote ? (
            'Save for staff only'
          ) : (
            // On a phone, three more buttons are in this line.
            <span className={classes(repliesFor !== undefined && 'max-sm:sr-only')}>Send message</span>
          )}
        </Button>
      </div>
    </form>
  )
}
