// Overlays of every page: search, keyboard shortcuts, and recording time. Opened from the frame, the menu, and the keyboard.
import { useSyncExternalStore } from 'react'

export type Overlay = 'search' | 'keys' | 'time'

let open: Overlay | null = null
const listeners = new Set<() => void>()

export function showOverlay(overlay: Overlay | null) {
  open = overlay
  for (const listener of listeners) listener()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open)
