import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { Button } from '../kit/Button.tsx'
import { FieldNote } from '../kit/Field.tsx'
import { useTheme } from '../kit/use-theme.ts'

type DrawnSignatureProps = {
  drawing: PointGroup[]
  onDrawing: (drawing: PointGroup[]) => void
  error: string | undefined
}

/** A field to draw in with a finger, a pen or a mouse. */
export function DrawnSignature({ drawing, onDrawing, error }: DrawnSignatureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const noteId = useId()
  const [theme] = useTheme()
  const [isEmpty, setEmpty] = useState(drawing.length === 0)
  const first = useEffectEvent(() => drawing)
  const reportChange = () => {
    const data = [...(pad.current?.toData() ?? [])]
    setEmpty(data.length === 0)
    onDrawing(data)
  }
  const ended = useEffectEvent(reportChange)

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const signaturePad = new SignaturePad(element)
    pad.current = signaturePad
    signaturePad.addEventListener('endStroke', () => ended())
    // Match the screen's resolution, and redraw the strokes when the field is resized.
    const fit = () => {
      const ratio = Math.max(devicePixelRatio, 1)
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      signaturePad.penColor = getComputedStyle(element).color
      signaturePad.fromData(inColour(first(), signaturePad.penColor))
    }
    const watcher = new ResizeObserver(fit)
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      signaturePad.off()
      pad.current = null
    }
  }, [theme])

  const change = (change: (data: PointGroup[]) => PointGroup[]) => {
    pad.current?.fromData(change(pad.current.toData()))
    reportChange()
  }
  return (
    <div>
      <div className="relative">
        <canvas
          ref={canvas}
          role="img"
          aria-label={isEmpty ? 'Field to draw your signature in, empty' : 'Your drawn signature'}
          aria-describedby={error === undefined ? undefined : noteId}
          className="block h-44 w-full touch-none rounded-md border border-line-strong bg-surface text-ink"
        />
        <span className="pointer-events-none absolute inset-x-6 bottom-11 border-b border-line" aria-hidden="true" />
      </div>
      <FieldNote id={noteId} help="Draw with your finger, a pen, or the mouse." error={error} />
      <div className="mt-2 flex gap-2">
        <Button size="small" disabled={isEmpty} onClick={() => change((data) => data.slice(0, -1))}>
          <Undo2 />
          Undo
        </Button>
        <Button size="small" disabled={isEmpty} onClick={() => change(() => [])}>
          <Eraser />
          Clear
        </Button>
      </div>
    </div>
  )
}

const inColour = (drawing: PointGroup[], penColor: string) => drawing.map((group) => ({ ...group, penColor }))
