import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { Panel } from '../kit/Panel.tsx'
import { AddCoverDialog } from './AddCoverDialog.tsx'
import { CoverList } from './CoverList.tsx'
import { texts } from './words.ts'

/** One's own cover, in the account settings. */
export function CoverPanel({ userId }: { userId: string }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel
      title="Cover while you’re away"
      note={texts.note}
      flush
      className="overflow-clip"
      action={
        <Button onClick={() => setAdding(true)}>
          <UserRoundPlus />
          Add cover
        </Button>
      }
    >
      <CoverList userId={userId} />
      {isAdding && <AddCoverDialog userId={userId} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
