import { useState } from 'react'
import type { Entry } from './entries.ts'

/** Says a message of the other side to those who listen, when it comes in while the thread is open. */
export function NewMessagesButton({ latest }: { latest: Entry | undefined }) {
  const [atFirst] = useState(latest?.id)
  const isNew = latest !== undefined && latest.id !== atFirst
  return (
    <p aria-live="polite" className="sr-only">
      {isNew && latest.kind === 'message' && `${latest.senderName ?? 'Someone'} wrote: ${latest.content}`}
    </p>
  )
}
