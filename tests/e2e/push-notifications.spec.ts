// Push notifications: the setting of each device, and what the service worker does with a notification. The browser of
// the tests has no push service, notifications, or badges: these are replaced, and a notification is delivered by
// the developer tools.
import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { PushMessage } from '../../domain/push-subscription.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, isReady, type Portal, test, toastOf } from './portal.ts'

const panelOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Notifications on this device' }) })

let count = 0

/** Gives the browser's pages a push service, whose name leads nowhere. */
async function addPushService(context: BrowserContext) {
  const pair = createECDH('prime256v1')
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const endpoint = `https://push.example.invalid/${++count}`
  await context.addInitScript(
    (json) => {
      const subscription = {
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem('subscribed')
          return true
        },
      }
      Object.defineProperty(Notification, 'permission', { value: 'granted' })
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('subscribed') === null ? null : (subscription as unknown as PushSubscription)
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed', 'yes')
        return subscription as unknown as PushSubscription
      }
    },
    { endpoint, keys },
  )
}

async function addStaff(portal: Portal, lastName: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  return addPerson(portal, admin, { role: 'staff', firstName: 'Stella', lastName })
}

test('someone turns on notifications on two devices, and turns them off on both from one', async ({
  portal,
  person,
}) => {
  const stella = await addStaff(portal, 'Vance')
  const phone = await person('phone', { serviceWorkers: 'allow' })
  const desk = await person('desk', { serviceWorkers: 'allow' })
  for (const { page, context } of [phone, desk]) {
    await addPushService(context)
    await signInAs(page, portal, stella, '/notifications')
    await isReady(page)
    const panel = panelOf(page)
    await panel.getByRole('button', { name: 'Turn on' }).click()
    await expect(toastOf(page)).toContainText('Notifications turned on')
    await expect(panel.getByText('On', { exact: true })).toBeVisible()
    await expectAccessible(page, 'notifications on this device')
    await expectNoSidewaysScroll(page)
  }

  const { page } = desk
  const others = page.getByRole('list', { name: 'Other devices with notifications' })
  await expect(others.getByRole('listitem')).toHaveCount(1)
  await page.goto(`${portal.url}/account`)
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions.filter({ hasText: 'Notifications on' })).toHaveCount(2)

  await page.goto(`${portal.url}/notifications`)
  await others.getByRole('button', { name: /^Turn off notifications on / }).click()
  await expect(others).toHaveCount(0)
  // Live, on the other device.
  await expect(panelOf(phone.page).getByRole('button', { name: 'Turn on' })).toBeVisible()
  await panelOf(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(toastOf(page).last()).toContainText('Notifications turned off')
  await expect(panelOf(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull()
})

test('a browser that can’t get notifications says why', async ({ portal, person }) => {
  const stella = await addStaff(portal, 'Pratt')
  const withoutPush = () => void Reflect.deleteProperty(window, 'PushManager')
  const cases = [
    {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
      prepare: withoutPush,
      says: 'add the portal to your Home Screen first',
    },
    { prepare: withoutPush, says: 'This browser can’t show notifications' },
    {
      prepare: () => void Object.defineProperty(Notification, 'permission', { value: 'denied' }),
      says: 'Notifications from the portal are blocked in this browser',
    },
  ]
  for (const { userAgent, prepare, says } of cases) {
    const { page, context } = await person('phone', userAgent === undefined ? {} : { userAgent })
    await context.addInitScript(prepare)
    await signInAs(page, portal, stella, '/notifications')
    await expect(panelOf(page)).toContainText(says)
    await expect(panelOf(page).getByRole('button')).toHaveCount(0)
    await expectAccessible(page, says)
    await expectNoSidewaysScroll(page)
  }
})

test('a refused permission is said, and nothing is turned on', async ({ portal, person }) => {
  const stella = await addStaff(portal, 'Reed')
  const { page, context } = await person('desk', { serviceWorkers: 'allow' })
  await addPushService(context)
  await context.addInitScript(() => {
    Notification.requestPermission = async () => 'denied'
  })
  await signInAs(page, portal, stella, '/notifications')
  await isReady(page)
  await panelOf(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(toastOf(page)).toContainText('Your browser didn’t allow notifications')
  await expect(panelOf(page).getByRole('button', { name: 'Turn on' })).toBeEnabled()
})

/** As a push service would, after decrypting. */
async function deliver(page: Page, origin: string, message: PushMessage) {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
}

/**
 * Before the worker's own script: what it shows is stored where the page can read it, and the page can click on it. The
 * browser may stop the worker and start it again at any time.
 */
const standIn = `
  const store = async (name, what) =>
    (await caches.open('shown')).put('/shown-' + name, new Response(JSON.stringify(what)))
  registration.showNotification = (title, options) => store('notification', { title, options })
  navigator.setAppBadge = (count) => store('badge', count)
  addEventListener('message', ({ data: { click } }) => {
    const notification = { data: { path: click }, close() {} }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
  });`

const shown = (page: Page, what: 'notification' | 'badge') =>
  page.evaluate(async (name) => (await (await caches.match(`/shown-${name}`))?.json()) as unknown, what)

const click = (page: Page, path: string) =>
  page.evaluate(async (to) => (await navigator.serviceWorker.ready).active?.postMessage({ click: to }), path)

test('a notification is shown with its tag, and opens its page in the window that is open', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addStaff(portal, 'Hale')
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Hale' })
  const { id } = await addFolder(admin, { name: 'Hale Orchards', client, staff })
  const { page, context } = await person('desk', { serviceWorkers: 'allow' })
  await context.route('**/service-worker.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: standIn + (await response.text()) })
  })
  await signInAs(page, portal, client)
  await isReady(page)
  const path = `/?folder=${id}&tab=messages`
  const message = { title: 'ProHR', body: 'You have a new message in the portal.', path, tag: 'one', unread: 3 }
  await deliver(page, portal.url, message)
  const icon: unknown = expect.stringMatching(/^\/assets\/icon-192.*\.png$/)
  const options = { body: message.body, tag: 'one', data: { path }, icon }
  await expect.poll(() => shown(page, 'badge')).toBe(3)
  await expect.poll(() => shown(page, 'notification')).toEqual({ title: 'ProHR', options })

  // The page stays loaded, so that unsaved work isn't lost.
  await page.evaluate(() => void (document.documentElement.dataset.loaded = 'once'))
  await click(page, path)
  await expect(page).toHaveURL(portal.url + path)
  await expect(page.locator('html')).toHaveAttribute('data-loaded', 'once')
})
