import { lazy, Suspense } from 'react'
import { showOverlay, useOverlay } from './overlays.ts'
import { useShortcuts } from './shortcuts.ts'

// Loaded on first use, so that no page waits for them.
const loadSearch = () => import('../search/SearchDialog.tsx')
const SearchDialog = lazy(loadSearch)
const TimeOverlay = lazy(() => import('../time-entries/TimeOverlay.tsx'))
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** Preloads the search when the user is about to open it. */
export const preloadSearch = () => void loadSearch()

/** The search, the keyboard shortcuts dialog, and recording time, with the keys that open them. */
export function Overlays() {
  const overlay = useOverlay()
  useShortcuts()
  const close = () => showOverlay(null)
  return (
    <Suspense>
      {overlay === 'search' && <SearchDialog onClose={close} />}
      {overlay === 'time' && <TimeOverlay onClose={close} />}
      {overlay === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}
