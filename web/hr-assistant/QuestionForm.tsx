import { MessageCircleQuestion } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { AssistantQuestion } from '../../domain/hr-assistant.ts'
import { Button } from '../kit/Button.tsx'
import { TextArea } from '../kit/TextField.tsx'
import type { Asking } from './asking.ts'

/** Enter asks; with Shift it is a new line. */
export function QuestionForm({ asking: { draft, pending, setDraft, ask } }: { asking: Asking }) {
  const isBlank = draft.trim() === ''
  const checked = AssistantQuestion.safeParse({ query: draft })
  const error = isBlank || checked.success ? undefined : checked.error.issues[0]?.message
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (checked.success) ask(draft)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success) ask(draft)
      }}
    >
      <TextArea
        label="Your question"
        rows={4}
        value={draft}
        error={error}
        help="Leave out names and numbers of people. Our team sees questions that find no answer or are rated as not helpful."
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
        <span className="hidden text-meta text-ink-3 sm:inline coarse:hidden">
          Enter asks, Shift + Enter is a new line
        </span>
        <Button
          type="submit"
          variant="primary"
          disabled={isBlank || !checked.success}
          pending={pending}
          pendingLabel="Processing..."
        >
          <MessageCircleQuestion size={16} strokeWidth={1.75} aria-hidden="true" />
          Ask Assistant
        </Button>
      </div>
    </form>
  )
}
