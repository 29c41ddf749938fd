import { useEffect, useRef } from 'react'
import { arrowWidth } from './ScrollRow.tsx'

/** For a `ScrollRow`: the chosen item is in view where the row scrolls sideways; the page itself stays where it is. */
export function useChosenInView(selector: string, chosen: string) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = row.current
    const active = strip?.querySelector<HTMLElement>(selector)
    if (!strip || !active) return
    const start = strip.scrollLeft + arrowWidth
    const end = strip.scrollLeft + strip.clientWidth - arrowWidth
    const isInView = active.offsetLeft >= start && active.offsetLeft + active.offsetWidth <= end
    if (!isInView) strip.scrollLeft = active.offsetLeft - (strip.clientWidth - active.offsetWidth) / 2
  }, [selector, chosen])
  return row
}
