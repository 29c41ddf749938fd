import { useEffect } from 'react'
import { portalConfig } from './config.ts'

/** What the browser's tab says: the page, then the provider. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${portalConfig().provider.name}`
  }, [title])
}
