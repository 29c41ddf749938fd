import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { texts } from './words.ts'

/** Shows when the draft was saved, and offers to start over. */
export function DraftNote({ savedAt, onStartOver }: { savedAt: string | null; onStartOver: () => Promise<void> }) {
  const [state, setState] = useState<'ready' | 'pending' | 'failed'>('ready')
  if (savedAt === null) return null
  const startOver = () => {
    setState('pending')
    onStartOver().catch(() => setState('failed'))
  }
  return (
    <div className="edge-forced mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md bg-info-soft px-3.5 py-2.5 text-body text-info">
      <p className="min-w-0">
        {texts.draft(formatDateTime(savedAt))}
        {state === 'failed' && ' Couldn’t clear the form. Try again.'}
      </p>
      <Button size="small" pending={state === 'pending'} pendingLabel="Clearing..." onClick={startOver}>
        <RotateCcw />
        Start over
      </Button>
    </div>
  )
}
