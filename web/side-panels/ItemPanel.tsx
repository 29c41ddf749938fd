import { lazy, Suspense } from 'react'
import { usePanel } from './panel-address.ts'

const PanelContent = lazy(() => import('./PanelContent.tsx'))

/** The item in the URL, in a panel next to any page. */
export function ItemPanel() {
  const { item, close } = usePanel()
  if (item === null) return null
  return (
    <Suspense>
      <PanelContent key={item.noun} item={item} onClose={close} />
    </Suspense>
  )
}
