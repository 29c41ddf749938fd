import { RotateCcw } from 'lucide-react'
import { Button } from '../kit/Button.tsx'
import { texts } from './words.ts'

/** Shows that another version of the form was published, and offers it. */
export function ChangedNote({ onReload }: { onReload: () => void }) {
  return (
    <div className="edge-forced mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md bg-info-soft px-3.5 py-2.5 text-body text-info">
      <p className="min-w-0">{texts.changed}</p>
      <Button size="small" onClick={onReload}>
        <RotateCcw />
        Reload form
      </Button>
    </div>
  )
}
