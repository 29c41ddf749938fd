import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { classes } from '../kit/classes.ts'

type DropZoneProps = {
  /** Undefined where no files can be added. */
  onFiles: ((files: File[]) => void) | undefined
  className?: string
  children: ReactNode
}

/** Whether files are dragged over the zone itself: React also passes on what happens in a dialog that a child opened. */
const hasFiles = ({ currentTarget, dataTransfer, target }: DragEvent) =>
  dataTransfer.types.includes('Files') && target instanceof Node && currentTarget.contains(target)

/** A conversation that files can be dropped on. */
export function DropZone({ onFiles, className, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  if (onFiles === undefined) return <div className={className}>{children}</div>
  return (
    <div
      className={classes('relative', className)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-1 grid place-items-center rounded-lg border-2 border-dashed border-primary bg-info-soft/90">
          <p className="flex items-center gap-2 text-panel text-info">
            <FileUp size={20} />
            Drop files to attach them to your message
          </p>
        </div>
      )}
    </div>
  )
}
