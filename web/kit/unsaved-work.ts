import { useEffect } from 'react'

// The number of components with unsaved input.
let places = 0

/** Whether leaving the page now would lose what someone typed. */
export const hasUnsavedWork = () => places > 0

function askBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** Counts a form as unsaved while `dirty`: the browser asks before the page is left, and a lost session signs in again in place. */
export function useUnsavedWork(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    places += 1
    if (places === 1) addEventListener('beforeunload', askBeforeLeaving)
    return () => {
      places -= 1
      if (places === 0) removeEventListener('beforeunload', askBeforeLeaving)
    }
  }, [dirty])
}
