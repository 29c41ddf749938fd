import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is, in whole pixels, followed as it changes; null before it is laid out. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number | null] {
  const box = useRef<T>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width]
}
