import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { AddCoverDialog } from '../staff-covers/AddCoverDialog.tsx'
import { CoverList } from '../staff-covers/CoverList.tsx'

/** Who covers this person’s client folders; an administrator can add it for someone who is away already. */
export function UserCover({ user }: { user: UserView }) {
  const [isAdding, setAdding] = useState(false)
  if (user.role !== 'staff' || !user.isActive || user.staffAccess === 'bookkeeper') return null
  return (
    <section className="mt-5 border-t border-line pt-4" aria-labelledby="user-cover">
      <h3 id="user-cover" className="text-panel text-ink">
        Cover for client folders
      </h3>
      <div className="my-3 overflow-clip rounded-md border border-line">
        <CoverList userId={user.id} />
      </div>
      <Button onClick={() => setAdding(true)}>
        <UserRoundPlus />
        Add cover
      </Button>
      {isAdding && <AddCoverDialog userId={user.id} onClose={() => setAdding(false)} />}
    </section>
  )
}
