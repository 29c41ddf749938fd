import { useState } from 'react'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { TransferWorkDialog } from './TransferWorkDialog.tsx'

/** What is assigned to this person, and the way to give them to someone else. */
export function HeldWork({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false)
  if (!user.allowed.includes('hand-over')) return null
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="held-work">
      <h3 id="held-work" className="text-panel text-ink">
        Assigned work
      </h3>
      <p className="mt-1 mb-3 text-body text-ink-2">
        {user.isActive
          ? 'You can transfer all their client folders, requests, and appointments in one step.'
          : 'Client folders, requests, or appointments are still assigned to someone who has left.'}
      </p>
      <Button onClick={() => setOpen(true)}>Transfer work</Button>
      {isOpen && <TransferWorkDialog user={user} deactivate={false} onClose={() => setOpen(false)} />}
    </section>
  )
}
