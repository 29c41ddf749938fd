import { useSyncExternalStore } from 'react'

/** Whether a media query matches; updates when it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Under 640px tables become row lists and dialogs fill the screen. */
export const usePhone = () => useMedia('(width < 40rem)')
