// On a phone's home screen: the manifest, and the page that is shown where a page can't be loaded.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, isReady, type Portal, signIn, test } from './portal.ts'

const lost = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/
const title = 'No connection to the portal'

/** Of every cache, with its content. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })

async function addClient(portal: Portal) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Stella', lastName: 'Hale' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Hale' })
  await addFolder(admin, { name: 'Hale Orchards', client, staff })
  return client
}

test('without a network a page says that there is no connection, and loads once there is', async ({
  portal,
  person,
}) => {
  const client = await addClient(portal)
  const someone = await person('phone', { serviceWorkers: 'allow' })
  const { page, context } = someone
  await signInAs(page, portal, client)
  await isReady(page)
  someone.allowFault(lost)
  await context.setOffline(true)
  await page.goto(`${portal.url}/messages`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(/^No connection · /)
  await expectAccessible(page, 'the offline page')
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Try again' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await expect(page).toHaveURL(`${portal.url}/messages`)
})

test('the offline page follows the theme chosen in the account settings', async ({ portal, person }) => {
  const someone = await person('desk', { serviceWorkers: 'allow', colorScheme: 'light' })
  const { page, context } = someone
  await signIn(page, portal, 'staff', '/account')
  await isReady(page)
  await page.evaluate(() => localStorage.setItem('portal-theme', 'dark'))
  someone.allowFault(lost)
  await context.setOffline(true)
  await page.goto(`${portal.url}/client-folders`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('without a network no page, reply, or file comes from a cache', async ({ portal, person }) => {
  const client = await addClient(portal)
  const someone = await person('desk', { serviceWorkers: 'allow' })
  const { page, context } = someone
  await signInAs(page, portal, client, '/documents')
  await isReady(page)
  await page.goto(`${portal.url}/messages`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  expect(await cached(page)).toEqual(['/offline'])
  someone.allowFault(lost)
  await context.setOffline(true)
  expect(
    await page.evaluate(() =>
      fetch('/api/user').then(
        ({ status }) => status,
        () => 'no answer',
      ),
    ),
  ).toBe('no answer')
  await page.goto(`${portal.url}/messages`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('body')).not.toContainText('Hale')
  // A file that can't be loaded is not answered with a page.
  await expect(page.goto(`${portal.url}/api/user`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('a server that refuses is not shown as a lost connection', async ({ portal, person }) => {
  const someone = await person('desk', { serviceWorkers: 'allow' })
  const { page } = someone
  await signIn(page, portal, 'staff')
  await isReady(page)
  someone.expectFault(/status of 404/)
  await page.goto(`${portal.url}/no-such-page`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})

test('the public page stores nothing in a visitor’s browser', async ({ portal, person }) => {
  const { page } = await person('desk', { serviceWorkers: 'allow' })
  await page.goto(portal.url)
  await page.getByRole('banner').getByRole('button', { name: 'Staff Login' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await cached(page)).toEqual([])
})

test('the manifest has the firm’s name, pages that exist, and icons of the sizes that it gives', async ({
  portal,
  person,
}) => {
  const client = await addClient(portal)
  const { page } = await person('phone')
  const link = page.locator('link[rel=manifest]')
  await page.goto(portal.url)
  await expect(link).toHaveAttribute('href', '/manifest.webmanifest')
  await signInAs(page, portal, client)
  await expect(link).toHaveAttribute('href', '/manifest.webmanifest')
  // Some versions of Chromium report that a test's browser profile is a private one. Nothing else may be reported.
  const devtools = await page.context().newCDPSession(page)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  const answer = await page.request.get(`${portal.url}/manifest.webmanifest`)
  expect(answer.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'ProHR', id: '/', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(portal.url + src)
    expect(icon.headers()).toMatchObject({
      'content-type': type,
      'cache-control': expect.stringContaining('immutable'),
    })
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Messages', 'Documents', 'Ask HR'])
  for (const { url, name } of manifest.shortcuts) {
    await page.goto(portal.url + url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name === 'Ask HR' ? /./ : name)
  }
})

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { name: string; url: string }[]
}

test('the stored page follows a changed name of the firm', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const someone = await person('desk', { serviceWorkers: 'allow' })
  const { page, context } = someone
  await signIn(page, portal, 'admin')
  await isReady(page)
  const admin = await callerFor(portal, demonstration('admin'))
  const { identity } = await admin<{ identity: object }>('GET', '/api/firm-settings')
  await admin('PATCH', '/api/firm-settings', { identity: { ...identity, name: 'Blue Ridge HR' } })
  await page.goto(`${portal.url}/account`)
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match('/offline'))?.text())?.includes('Blue Ridge HR')))
    .toBe(true)
  expect(await cached(page)).toEqual(['/offline'])
  someone.allowFault(lost)
  await context.setOffline(true)
  await page.goto(`${portal.url}/client-folders`)
  await expect(page.locator('main')).toContainText('Blue Ridge HR')
})

test('the icon of the installed portal has the number of unread notifications until they are read', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Stella', lastName: 'Reed' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Reed' })
  await addFolder(admin, { name: 'Reed Orchards', client, staff })
  const { page } = await person('phone')
  // The system shows it outside the page.
  await page.addInitScript(() => {
    navigator.setAppBadge = async (count) => void (document.documentElement.dataset.badge = String(count))
  })
  await signInAs(page, portal, client)
  const shown = page.locator('html')
  await expect(shown).toHaveAttribute('data-badge', /[1-9]/)
  await page.getByRole('button', { name: /^Notifications/ }).tap()
  await page.getByRole('button', { name: 'Mark all as read' }).tap()
  await expect(shown).toHaveAttribute('data-badge', '0')
})
