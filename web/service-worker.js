// Shows the offline page where a page can't be loaded. Nothing else is cached: API replies, files, and pages always come from the
// network, and requests to /api/ don't pass through here. The server fills in the version, so that a changed page is stored again.
// Also shows push notifications (domain/push-subscription.ts), and opens their pages.
const cacheName = 'offline-{{version}}'
const offlinePage = '/offline'
const answerMilliseconds = 1000

addEventListener('install', (event) => event.waitUntil(storePage()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate' && !new URL(url).pathname.startsWith('/api/')) event.respondWith(open(event))
})
addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

async function storePage() {
  const cache = await caches.open(cacheName)
  await cache.add(new Request(offlinePage, { cache: 'reload', credentials: 'omit' }))
  await skipWaiting()
}

async function activate() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  // The browser requests a page while the worker starts, so that no page opens later than without it.
  await registration.navigationPreload?.enable()
}

async function open({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = await caches.match(offlinePage)
    if (page === undefined) throw error
    return page
  }
}

/** Also while the portal is open: some browsers end a subscription whose notifications aren't shown. */
async function show({ title, body, path, tag, unread }) {
  await registration.showNotification(title, { body, tag, data: { path }, icon: '{{icon}}' })
  // Not all browsers have badges, and some refuse them unless the portal is installed.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => {})
}

/** In an open window of the portal, or a new one. */
async function openPage(path) {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (page === undefined) return clients.openWindow(path)
  // Some browsers refuse it long after the click.
  await page.focus().catch(() => {})
  // The app itself opens the page, so that unsaved work isn't lost; other pages don't answer.
  if (await isOpenedBy(page, path)) return
  await page.navigate(path).catch(() => clients.openWindow(path))
}

function isOpenedBy(page, path) {
  const { port1, port2 } = new MessageChannel()
  page.postMessage({ open: path }, [port2])
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answerMilliseconds)
  })
}
