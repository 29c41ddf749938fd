import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { MessageInput } from '../../domain/message.ts'
import { Button } from '../kit/Button.tsx'
import { TextArea } from '../kit/TextField.tsx'

type ComposerProps = {
  draft: string
  onDraft: (draft: string) => void
  sending: boolean
  onSend: (content: string) => void
}

/** Where a message is written. Enter is a new line; with Ctrl or Cmd it sends. */
export function Composer({ draft, onDraft, sending, onSend }: ComposerProps) {
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
      noValidate
      className="border-t border-line px-4 py-4 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        label="Your message"
        rows={3}
        value={draft}
        error={error}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-3 flex items-center justify-end gap-3">
        <span className="hidden text-meta text-ink-3 sm:inline coarse:hidden">Ctrl or Cmd + Enter sends</span>
        <Button
          type="submit"
          variant="primary"
          disabled={isEmpty || !checked.success}
          pending={sending}
          pendingLabel="Sending..."
        >
          <SendHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
          Send message
        </Button>
      </div>
    </form>
  )
}
