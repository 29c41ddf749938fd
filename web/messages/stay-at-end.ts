import { useCallback, useLayoutEffect, useRef } from 'react'

const nearPx = 24

interface ShownMessages {
  first: string | undefined
  last: string | undefined
  /** The reader's own, on its way. */
  own: string | undefined
}

/**
 * Preserves the scroll position of a thread: at the end if the reader was at the end or just wrote, and at the same
 * message when earlier ones are added above. `shown` has the first and last entry.
 */
export function useStayAtEnd({ first, last, own }: ShownMessages) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first, own, wasAtEnd: true, fromEnd: 0 })

  const note = useCallback(() => {
    const element = box.current
    if (element === null) return
    const fromEnd = element.scrollHeight - element.scrollTop
    before.current.fromEnd = fromEnd
    before.current.wasAtEnd = fromEnd - element.clientHeight < nearPx
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const hasWritten = own !== undefined && own !== before.current.own
    if (before.current.wasAtEnd || hasWritten) element.scrollTop = element.scrollHeight
    else if (before.current.first !== first) element.scrollTop = element.scrollHeight - before.current.fromEnd
    before.current = { ...before.current, first, own }
    note()
  }, [first, last, own, note])

  return { box, note }
}
