import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** Whether an element covers the middle of the screen, or is above it. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry !== undefined && (entry.isIntersecting || entry.boundingClientRect.bottom < 0)),
      { rootMargin: '0px 0px -40% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
