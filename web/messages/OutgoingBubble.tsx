import { Button } from '../kit/Button.tsx'
import { Bubble } from './Bubble.tsx'
import type { Outgoing } from './conversation.ts'

type OutgoingBubbleProps = {
  message: Outgoing
  onRetry: () => void
  onTakeBack: () => void
}

/** A message on its way; when it could not be sent, why, and what can be done. */
export function OutgoingBubble({ message, onRetry, onTakeBack }: OutgoingBubbleProps) {
  if (message.problem === null)
    return (
      <Bubble own meta="Sending...">
        {message.content}
      </Bubble>
    )
  const meta = (
    <div className="flex flex-col items-end gap-1.5">
      <p className="text-danger">Not sent. {message.problem}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTakeBack}>
          Edit message
        </Button>
        <Button size="small" onClick={onRetry}>
          Send again
        </Button>
      </div>
    </div>
  )
  return (
    <Bubble own failed meta={meta}>
      {message.content}
    </Bubble>
  )
}
