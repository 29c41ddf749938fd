import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

const nearPx = 24

interface ShownMessages {
  first: string | undefined
  last: string | undefined
  /** The reader's own, on its way. */
  own: string | undefined
  /** The line under the last message that was read. */
  read: string | undefined
}

/**
 * Preserves the scroll position of a thread: at the end if the reader was at the end or just wrote, and at the same
 * message when earlier ones are added above. `shown` has the first and last entry.
 */
export function useStayAtEnd({ first, last, own, read }: ShownMessages) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first, own, wasAtEnd: true, fromEnd: 0, height: 0 })

  const note = useCallback(() => {
    const element = box.current
    if (element === null) return
    const fromEnd = element.scrollHeight - element.scrollTop
    before.current.fromEnd = fromEnd
    before.current.height = element.scrollHeight
    before.current.wasAtEnd = fromEnd - element.clientHeight < nearPx
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    // Where the thread has its own height, the page scrolls.
    const pageScrolls = getComputedStyle(element).overflowY === 'visible'
    const hasWritten = own !== undefined && own !== before.current.own
    if (pageScrolls) {
      const isLoaded = before.current.first !== undefined && before.current.first !== first
      if (isLoaded) window.scrollBy(0, element.scrollHeight - before.current.height)
    } else if (before.current.wasAtEnd || hasWritten) element.scrollTop = element.scrollHeight
    else if (before.current.first !== first) element.scrollTop = element.scrollHeight - before.current.fromEnd
    before.current = { ...before.current, first, own }
    note()
  }, [first, last, own, read, note])

  const isEmpty = last === undefined
  // The thread becomes lower where the input grows, or a banner appears.
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      if (before.current.wasAtEnd) element.scrollTop = element.scrollHeight
      note()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isEmpty, note])

  return { box, note }
}
