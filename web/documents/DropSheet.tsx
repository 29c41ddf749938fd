import { FileUp } from 'lucide-react'
import type { DragEvent } from 'react'
import { useRef, useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'

type DropSheetProps = {
  /** The limits, said before anything is chosen. */
  hint: string
  /** What the file chooser offers (`.pdf,.docx`). */
  accept: string
  onFiles: (files: File[]) => void
}

/** A dashed sheet to drop files on, and a real button for everyone else. */
export function DropSheet({ hint, accept, onFiles }: DropSheetProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classes(
        'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors',
        over ? 'border-primary bg-info-soft' : 'border-line-strong',
      )}
    >
      <FileUp size={24} className="text-ink-3" />
      <p className="text-lead text-ink-2">
        <span className="coarse:hidden">Drop files here, or choose them from your computer.</span>
        <span className="hidden coarse:inline">Choose files from this device.</span>
      </p>
      <Button onClick={() => input.current?.click()}>Choose files</Button>
      <p className="text-meta text-ink-3">{hint}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </div>
  )
}
