import { lazy, Suspense } from 'react'
import { showOverlay, useOverlay } from './overlays.ts'
import { useShortcuts } from './shortcuts.ts'

// Fetched when they are first wanted: no page waits for them.
const loadPalette = () => import('../search/FindDialog.tsx')
const FindDialog = lazy(loadPalette)
const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** Fetches the search ahead, when somebody is about to open it. */
export const expectFind = () => void loadPalette()

/** The search and the sheet of keys, over whatever page is shown, and the keys that open them. */
export function Overlays() {
  const overlay = useOverlay()
  useShortcuts()
  const close = () => showOverlay(null)
  return (
    <Suspense>
      {overlay === 'find' && <FindDialog onClose={close} />}
      {overlay === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  )
}
