import { useSyncExternalStore } from 'react'
import type { Theme } from './theme.ts'
import { chooseTheme, chosenTheme } from './theme.ts'

const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  // The choice made in another tab.
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}

/** The theme that was chosen, the same wherever it is shown, and the way to choose another. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, chosenTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    for (const listener of listeners) listener()
  }
  return [theme, choose]
}
