import { FileSearch } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'

type FilePlaceProps = { again: boolean; onFile: (file: File) => void }

/** Where the file comes in: dropped, or chosen with a real button. */
export function FilePlace({ again, onFile }: FilePlaceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) onFile(file)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
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
        'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 text-center transition-colors',
        again ? 'py-5' : 'py-10',
        over ? 'border-primary bg-info-soft' : 'border-line-strong',
      )}
    >
      {!again && <FileSearch size={24} className="text-ink-3" />}
      <p className="text-lead text-ink-2 coarse:hidden">
        {again ? 'Drop another PDF here, or choose one.' : 'Drop a PDF here, or choose it from your computer.'}
      </p>
      <Button variant={again ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
        {again ? 'Choose another file' : 'Choose a file'}
      </Button>
      <p className="text-meta text-ink-3">
        PDF, up to {verificationLimitBytes / 1_048_576} MB. The file is looked at and forgotten: nothing of it is kept.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to verify"
        accept=".pdf,application/pdf"
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
