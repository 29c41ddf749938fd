import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

/** A heading that takes focus when it appears, so that screen readers announce it. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    document.getElementById('main')?.scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="mt-5 font-display text-subtitle text-ink outline-none">
      {children}
    </h1>
  )
}
