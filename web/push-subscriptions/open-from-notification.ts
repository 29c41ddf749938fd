import { ownPath } from '../../domain/session.ts'

/** Opens a page in this window when a push notification is clicked; the service worker asks for it and waits for an answer. */
export function openFromNotifications(open: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<{ open?: unknown } | null>) => {
    const path = typeof data?.open === 'string' ? ownPath(data.open) : null
    if (path === null) return
    ports[0]?.postMessage('opened')
    open(path)
  })
}
