// Shows the offline page where a page can't be loaded. Nothing else is cached: API replies, files, and pages always come from the
// network, and requests to /api/ don't pass through here. The server fills in the version, so that a changed page is stored again.
const cacheName = 'offline-{{version}}'
const offlinePage = '/offline'

addEventListener('install', (event) => event.waitUntil(storePage()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate' && !new URL(url).pathname.startsWith('/api/')) event.respondWith(open(event))
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
