import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const stops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]'

/**
 * Whether an element scrolls without holding anything that the keyboard stops at: then it has to be a stop itself, or nobody
 * reads its end without a mouse. The second is around all that it holds.
 */
export function useScrollStop(): [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, inside.current]
    if (outer === null || inner === null) return
    const look = () => setStop(outer.scrollHeight > outer.clientHeight && inner.querySelector(stops) === null)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return [box, inside, isStop]
}
