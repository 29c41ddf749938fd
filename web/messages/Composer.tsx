import { LockKeyhole, SendHorizontal } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { MessageInput } from '../../domain/message.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { DraftStatus } from '../kit/DraftStatus.tsx'
import type { DraftState } from '../kit/keep-draft.ts'
import { TextArea } from '../kit/TextField.tsx'
import type { Writing } from './conversation.ts'
import { StaffOnlySwitch } from './StaffOnlySwitch.tsx'

type ComposerProps = {
  writing: Writing
  /** Where there is a choice between a message and a staff-only note. */
  onSwitch: ((writing: Writing) => void) | undefined
  hasClient: boolean
  draft: string
  onDraft: (draft: string) => void
  onLeave: () => void
  saving: DraftState
  sending: boolean
  rows: number
  onSend: (content: string) => void
  above: ReactNode
}

/** Where a message or a note is written. Enter is a new line; with Ctrl or Cmd it sends. */
export function Composer(props: ComposerProps) {
  const { writing, onSwitch, hasClient, draft, onDraft, onLeave, saving, sending, rows, onSend, above } = props
  const isNote = writing === 'note'
  const isEmpty = draft.trim() === ''
  const checked = MessageInput.safeParse({ content: draft })
  const error = isEmpty || checked.success ? undefined : checked.error.issues[0]?.message
  function send() {
    if (checked.success && !sending) onSend(draft.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      id="messages"
      noValidate
      className={classes(
        'border-t px-4 py-4 transition-colors sm:px-5',
        isNote ? 'rounded-b-lg border-t-4 border-warn-solid bg-warn-soft' : 'border-line',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {above}
      {onSwitch !== undefined && (
        <StaffOnlySwitch on={isNote} hasClient={hasClient} onSwitch={(on) => onSwitch(on ? 'note' : 'message')} />
      )}
      <TextArea
        label={isNote ? 'Staff-only note' : 'Your message'}
        rows={rows}
        value={draft}
        error={error}
        onChange={(event) => onDraft(event.target.value)}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto">
          {/* Once it was sent, or wiped, there is no draft to speak of. */}
          <DraftStatus state={isEmpty && saving === 'saved' ? 'quiet' : saving} />
        </span>
        <span className="hidden text-meta text-ink-3 sm:inline coarse:hidden">
          Ctrl or Cmd + Enter {isNote ? 'saves' : 'sends'}
        </span>
        <Button
          type="submit"
          variant="primary"
          disabled={isEmpty || !checked.success}
          pending={sending}
          pendingLabel={isNote ? 'Saving...' : 'Sending...'}
        >
          {isNote ? <LockKeyhole /> : <SendHorizontal />}
          {isNote ? 'Save for staff only' : 'Send message'}
        </Button>
      </div>
    </form>
  )
}
