// Active sessions: ended on the account page, and by an administrator for someone else.
import { addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('an account changes its password and ends its other sessions', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const alice = await addPerson(portal, admin, { role: 'admin', firstName: 'Alice', lastName: 'Thibault' })
  const here = await person()
  const there = await person('phone')
  await signInAs(here.page, portal, alice)
  await signInAs(there.page, portal, alice)
  const { page } = here
  await page.goto(`${portal.url}/account`)
  const form = page.getByRole('dialog', { name: 'Change password' })
  const sessions = page.getByRole('list', { name: 'Your sessions' })
  // The third is the browser in which the password was chosen.
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'the account')

  await page.getByRole('button', { name: 'Change password' }).click()
  here.expectFault(/status of 400 .*\/api\/password\)$/)
  await form.getByLabel('Current password').fill('not this one at all')
  await form.getByLabel('New password').fill('twelve pelicans over the bay')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(/\w/)
  await expect(form.getByLabel('New password')).toHaveValue('twelve pelicans over the bay')
  await form.getByLabel('Current password').fill(alice.password)
  there.allowFault(/status of 401/)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form).toBeHidden()
  await expect(there.page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('listitem')).toContainText('This browser')

  // The new password works, and one session ends another.
  await signInAs(there.page, portal, { username: alice.username, password: 'twelve pelicans over the bay' }, '/account')
  await expect(there.page.getByRole('heading', { name: 'Account settings', level: 1 })).toBeVisible()
  await expectAccessible(there.page, 'the account on a phone')
  await expectNoSidewaysScroll(there.page)
  await page.reload()
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out of this session?' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(there.page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
  await expect(there.page).toHaveURL(/next=%2Faccount/)

  // The theme follows the system without transitions, and the setting is saved.
  const root = page.locator('html')
  await page.evaluate(() => {
    addEventListener('transitionrun', () => document.documentElement.setAttribute('data-has-transition', ''))
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(root).not.toHaveAttribute('data-has-transition')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
})

test('an administrator signs someone out of one browser, then of all', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const alice = await addPerson(portal, admin, { role: 'admin', firstName: 'Alice', lastName: 'Ruiz' })
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const desk = await person()
  const phone = await person('phone')
  await signInAs(desk.page, portal, sam)
  await signInAs(phone.page, portal, sam)
  const { page } = await person()
  await signInAs(page, portal, alice, `/user-management?q=${encodeURIComponent(sam.email)}`)
  await page.getByRole('button', { name: 'Edit Sam Okafor' }).click()
  const sessions = page.getByRole('list', { name: 'Active sessions of Sam Okafor' })
  // The third is the browser in which the password was chosen; the latest is listed first.
  const latest = sessions.getByRole('button', { name: /^Sign out/ }).first()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await latest.click()
  const question = page.getByRole('alertdialog', { name: 'Sign out of this session?' })
  await expectAccessible(page, 'the question before a session is ended')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  phone.allowFault(/status of 401/)
  await latest.click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(toastOf(page)).toContainText('was signed out')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(phone.page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
  await expect(desk.page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()

  desk.allowFault(/status of 401/)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('No active sessions.')).toBeVisible()
  await expect(desk.page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
})

test('someone whose session has ended gets a message on the next action, and sees the sign-in', async ({
  portal,
  person,
}) => {
  await visitorOf(portal)('POST', '/api/service-requests', requestOf('Late Hour Locksmiths'))
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Overton' })
  const someone = await person()
  const { page, context } = someone
  // When the live stream opens, the page reads its content again, and would notice the end of the session first.
  await page.route('**/api/events*', () => {})
  await signInAs(page, portal, sam)
  const accept = page.getByRole('button', { name: /^Accept Request ?: Late Hour Locksmiths$/ })
  await expect(accept).toBeVisible()
  // Delays the redirect, so that the message can be read.
  await page.route('**/api/login?next=**', () => {})
  await context.clearCookies()
  someone.expectFault(/status of 401/)
  await accept.click()
  await expect(toastOf(page)).toHaveText(/You are logged out. Logging in again.../)
  await page.unroute('**/api/login?next=**')
})
