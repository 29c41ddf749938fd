import { useState } from 'react'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'

/** Folders and requests in this person's name, and the way to give them to somebody else. */
export function HeldWork({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false)
  if (!user.allowed.includes('hand-over')) return null
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="held-work">
      <h3 id="held-work" className="text-panel text-ink">
        Holds client folders or requests
      </h3>
      <p className="mt-1 mb-3 text-body text-ink-2">
        {user.isActive
          ? 'All of it can go to a colleague in one step.'
          : 'It waits in the name of somebody who has left.'}
      </p>
      <Button onClick={() => setOpen(true)}>Hand over</Button>
      {isOpen && <HandOverDialog user={user} deactivate={false} onClose={() => setOpen(false)} />}
    </section>
  )
}
