import { Button } from '../kit/Button.tsx'
import { Bubble, StaffNoteStrip } from './Bubble.tsx'
import { MessageText } from './MessageText.tsx'
import type { Outgoing } from './conversation.ts'

type OutgoingBubbleProps = {
  message: Outgoing
  onRetry: () => void
  onTakeBack: () => void
}

/** A message or a note on its way; when it could not be sent, why, and what can be done. */
export function OutgoingBubble({ message, onRetry, onTakeBack }: OutgoingBubbleProps) {
  const isNote = message.kind === 'note'
  const Shape = isNote ? StaffNoteStrip : Bubble
  if (message.problem === null)
    return (
      <Shape own meta={isNote ? 'Saving...' : 'Sending...'}>
        <MessageText>{message.content}</MessageText>
      </Shape>
    )
  const meta = (
    <div className="flex flex-col items-end gap-1.5">
      <p className="text-danger">
        {isNote ? 'Not saved.' : 'Not sent.'} {message.problem}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTakeBack}>
          {isNote ? 'Edit note' : 'Edit message'}
        </Button>
        <Button size="small" onClick={onRetry}>
          {isNote ? 'Save again' : 'Send again'}
        </Button>
      </div>
    </div>
  )
  return (
    <Shape own failed meta={meta}>
      <MessageText>{message.content}</MessageText>
    </Shape>
  )
}
