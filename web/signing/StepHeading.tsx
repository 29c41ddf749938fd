import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

type StepHeadingProps = {
  level: 1 | 2
  /** A new one takes the focus here, so that the step is read aloud and the keyboard goes on from it. */
  stamp: string
  /** The page came up with it: nobody was anywhere else. */
  isFirst?: boolean
  children: ReactNode
}

export function StepHeading({ level, stamp, isFirst = false, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(isFirst ? stamp : null)
  useEffect(() => {
    if (arrived.current === stamp) return
    arrived.current = stamp
    heading.current?.focus({ preventScroll: true })
    // The page's own scroller on a narrow screen, the panel's on a wide one.
    for (const scroller of [document.getElementById('main'), heading.current?.parentElement]) scroller?.scrollTo(0, 0)
  }, [stamp])
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <Heading ref={heading} tabIndex={-1} className="mt-5 font-display text-subtitle text-ink outline-none">
      {children}
    </Heading>
  )
}
