import type { LucideIcon } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'

type FileDropProps = {
  label: string
  /** What the file chooser offers (`.pdf,.docx`). */
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  icon?: LucideIcon | undefined
  button: string
  variant?: 'primary' | 'secondary'
  /** The limits, shown before anything is chosen. */
  hint: string
  children: ReactNode
}

/** A dashed area to drop files on, and a button that opens the file chooser. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, multiple = false, onFiles, icon: Icon, button, variant, hint, children } = props
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
        'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center max-sm:gap-2 max-sm:py-4 transition-colors',
        over ? 'border-primary bg-info-soft' : 'border-line-strong',
      )}
    >
      {Icon && <Icon size={24} className="text-ink-3 max-sm:hidden" />}
      <p className="text-lead text-ink-2 max-sm:hidden">{children}</p>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {button}
      </Button>
      <p className="text-meta text-ink-3">{hint}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={label}
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
