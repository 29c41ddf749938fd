// Which client folder this tab is looking at, so that the server writes no letter about what is on the screen already.
import { useEffect } from 'react'

let folderId: string | null = null
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** The folder that is open and visible, or null: a tab in the background looks at nothing. */
export const folderLookedAt = () => (document.visibilityState === 'visible' ? folderId : null)

export function onLookChange(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) document.addEventListener('visibilitychange', tell)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', tell)
  }
}

/** Says, as long as the component is on the screen, that this folder is. */
export function useLookingAt(id: string) {
  useEffect(() => {
    folderId = id
    tell()
    return () => {
      folderId = null
      tell()
    }
  }, [id])
}
