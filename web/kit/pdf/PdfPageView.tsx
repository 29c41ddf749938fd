import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PdfPage } from './pdf-js.ts'

type PdfPageViewProps = {
  page: PdfPage
  label: string
  /** In CSS pixels. */
  width: number
  pixelRatio: number
  /** Near enough to what is visible to be drawn; farther away its memory is released. */
  isNear: boolean
  onDrawn: () => void
  children?: ReactNode
}

/** One page: its picture, and over it its text. */
export function PdfPageView({ page, label, width, pixelRatio, isNear, onDrawn, children }: PdfPageViewProps) {
  const picture = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const drawn = useEffectEvent(onDrawn)
  useEffect(() => {
    const into = { picture: picture.current, text: text.current }
    if (into.picture === null || into.text === null) return
    if (!isNear) {
      into.picture.replaceChildren()
      into.text.replaceChildren()
      return
    }
    const leaving = new AbortController()
    page.draw({ picture: into.picture, text: into.text }, width, pixelRatio, leaving.signal).then(
      () => leaving.signal.aborted || drawn(),
      // Canceled for another size; a page that can't be drawn stays empty, and counts as not shown.
      () => {},
    )
    return () => leaving.abort()
  }, [page, width, pixelRatio, isNear])
  const height = (width * page.height) / page.width
  return (
    <section
      aria-label={label}
      data-pdf-page=""
      className="pdf-page bg-surface relative mx-auto shrink-0 overflow-hidden rounded-sm border border-line shadow-sheet"
      style={{ width, height } satisfies CSSProperties}
    >
      <div ref={picture} className="pdf-picture absolute inset-0" aria-hidden="true" />
      <div ref={text} className="pdf-text" />
      {children}
    </section>
  )
}
