// Reports which client folder this tab shows, so that the server sends no email about content that is on the screen.
import { useEffect } from 'react'

let folderId: string | null = null
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

/** The folder that is open and visible, or null: a tab in the background looks at nothing. */
export const viewedFolder = () => (document.visibilityState === 'visible' ? folderId : null)

export function onViewedFolderChange(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) document.addEventListener('visibilitychange', notify)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', notify)
  }
}

/** Says, as long as the component is on the screen, that this folder is. */
export function useViewedFolder(id: string) {
  useEffect(() => {
    folderId = id
    notify()
    return () => {
      folderId = null
      notify()
    }
  }, [id])
}
