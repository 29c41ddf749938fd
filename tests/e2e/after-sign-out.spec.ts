// Trust C5: after signing out, someone else at the same browser finds nothing of the earlier session.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, test } from './portal.ts'

const canary = 'numbatwood'

/** Everything that the browser stores for this site, besides what the page shows. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    // What the browser still has cached of these, without a request to the portal.
    const asked = ['/api/client-folders', '/api/user', '/api/dashboard', '/api/search?q=numbatwood']
    const again = await Promise.all(
      asked.map((url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          (answer) => answer.text(),
          () => '',
        ),
      ),
    )
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([caught, again, databases, Object.entries(localStorage), Object.entries(sessionStorage)])
  })

/** The addresses in every cache of the service worker. */
const cachedBy = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => url)
  })

test('C5: after signing out the browser stores nothing but the offline page, the Back button shows nothing, and other tabs have left', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Stella', lastName: 'Marsh' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Nell', lastName: canary })
  const { id } = await addFolder(admin, { name: `${canary} Mills`, client, staff })
  const nell = await callerFor(portal, client)
  await nell('POST', `/api/client-folders/${id}/messages`, { content: `A ${canary} message` })
  const someone = await person('desk', { serviceWorkers: 'allow' })
  const { page, context } = someone
  await signInAs(page, portal, client, '/?tab=messages')
  await expect(page.getByText(`A ${canary} message`).first()).toBeVisible()
  await page.getByLabel('Your message').fill(`Unsent ${canary}`)
  await page.goto(`${portal.url}/account`)
  await expect(page.getByLabel('Last Name')).toHaveValue(canary)
  const other = await context.newPage()
  await other.goto(`${portal.url}/?tab=messages`)
  await expect(other.getByText(`A ${canary} message`).first()).toBeVisible()
  expect(await page.content(), 'the page held it').toContain(canary)

  someone.allowFault(/ERR_CACHE_MISS|only-if-cached|ERR_INTERNET_DISCONNECTED|status of (401|504)/)
  await page
    .getByRole('button', { name: /account of/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  await expect(other).toHaveURL(`${portal.url}/`)
  await expect(other.getByRole('banner').getByRole('link', { name: 'Request Service' })).toBeVisible()
  await expect(other.locator('body')).not.toContainText(canary)
  for (const tab of [page, other]) expect(await keptBy(tab)).not.toContain(canary)
  for (const tab of [page, other]) expect(await cachedBy(tab)).toEqual([`${portal.url}/offline`])
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => !name.endsWith('-browser'))).toEqual([])

  for (let i = 0; i < 2; i++) {
    await page.goBack()
    await expect(page.getByRole('banner').first()).toBeVisible()
    expect(await page.content()).not.toContain(canary)
  }
  await context.setOffline(true)
  await page.goForward().catch(() => null)
  expect(await page.content()).not.toContain(canary)
})
