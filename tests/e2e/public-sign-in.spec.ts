// Signing in on the public site: the forms, what they answer, and what a visitor sees after signing in.
import { expect, expectAccessible, expectNoSidewaysScroll, fillSignIn, test, toastOf, toastsOf } from './portal.ts'

test('a client has a sign-in of their own on the public site', async ({ portal, person }) => {
  const { page } = await person()
  await page.goto(portal.url)
  await page.getByRole('banner').getByRole('button', { name: 'Client sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Client sign-in' })
  await expect(dialog).toContainText('Open your documents, messages, agreements, and invoices.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Staff Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
  await page.goto(`${portal.url}/?signin=client`)
  await expect(dialog).toBeVisible()
})

test('a failed sign-in says so and keeps what was typed', async ({ portal, person }) => {
  const visitor = await person()
  const { page } = visitor
  await page.goto(portal.url)
  const opener = page.getByRole('banner').getByRole('button', { name: 'Staff Login' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Staff Login' })
  const username = dialog.getByLabel('Username')
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(username).toBeFocused()
  for (const [name, role] of [
    ['admin', 'Administrator'],
    ['staff', 'Staff'],
    ['client', 'Client'],
    ['master', 'Master administrator'],
  ])
    await expect(dialog.getByRole('listitem').filter({ hasText: `demo-${name}-2026` })).toContainText(`${role}`)
  await expectAccessible(page, 'the sign-in')

  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(username).toHaveAccessibleDescription('Username is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(username).toBeFocused()
  await expectAccessible(page, 'the sign-in with what is missing')

  visitor.expectFault(/status of 401 .*\/api\/login\)$/)
  await username.fill('admin')
  await password.fill('not the password')
  await password.press('Enter')
  await expect(toastOf(page)).toContainText('Login failed')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Invalid username or password.' })).toBeVisible()
  await expect(username).toHaveValue('admin')
  await expect(password).toHaveValue('not the password')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(username).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  // A demonstration account is one press away.
  await opener.click()
  await dialog.getByRole('button', { name: 'Fill in client' }).click()
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(toastOf(page)).toContainText('Logged in successfully')
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
})

test('a password reset request gets the same reply for everyone', async ({ portal, person }) => {
  const { page } = await person('phone')
  const answers: string[] = []
  for (const email of ['client@example.com', 'unknown@example.com']) {
    await page.goto(`${portal.url}/?signin`)
    await page.getByRole('dialog').getByRole('button', { name: 'Forgot password?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forgot password?' })
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    if (answers.length === 0) await expectAccessible(page, 'a forgotten password')
    await dialog.getByLabel('Email').fill(email)
    const answered = page.waitForResponse('**/api/password/forgot')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    const answer = await answered
    answers.push(`${answer.status()} ${await answer.text()}`)
    await expect(
      dialog.getByText(`If there’s an account for ${email}, we’ve created a link to reset the password`),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('dialog', { name: 'Staff Login' })).toBeVisible()
  }
  expect(answers[0]).toBe(answers[1])
})

test('a page that requires sign-in opens after it, and an unknown one is a 404', async ({ portal, person }) => {
  const admin = await person()
  await admin.page.goto(`${portal.url}/user-management?role=staff`)
  await fillSignIn(admin.page, 'admin', 'demo-admin-2026')
  await expect(admin.page).toHaveURL(`${portal.url}/user-management?role=staff`)
  await expect(admin.page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()

  for (const size of ['desk', 'phone'] as const) {
    const visitor = await person(size)
    visitor.expectFault(/status of 404 .*\/nowhere\)$/)
    const answer = await visitor.page.goto(`${portal.url}/nowhere`)
    expect(answer?.status()).toBe(404)
    await expect(visitor.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expectAccessible(visitor.page, 'the page that is not there')
    await expectNoSidewaysScroll(visitor.page)
  }

  // Never redirects to another site.
  const visitor = await person()
  await visitor.page.goto(`${portal.url}/?signin&next=//elsewhere.example/`)
  await fillSignIn(visitor.page, 'staff', 'demo-staff-2026')
  await expect(visitor.page).toHaveURL(`${portal.url}/`)
})

test('toasts appear one at a time, in place, for five seconds, and F8 focuses them', async ({ portal, person }) => {
  for (const size of ['desk', 'phone'] as const) {
    const { page } = await person(size)
    await page.clock.install()
    await page.goto(`${portal.url}/?signin`)
    await fillSignIn(page, 'staff', 'demo-staff-2026')
    const toast = toastOf(page)
    await expect(toast).toHaveText(/Logged in successfully/)
    // With the focus it remains while it is being read.
    await page.keyboard.press('F8')
    await expect(toastsOf(page).getByRole('list')).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const box = await toast.boundingBox()
    const screen = page.viewportSize()
    if (box === null || screen === null) throw new Error('The toast has no place')
    expect(box.width).toBeLessThanOrEqual(420)
    if (size === 'desk') {
      expect(screen.width - box.x - box.width).toBeLessThan(18)
      expect(screen.height - box.y - box.height).toBeLessThan(18)
    } else expect(box.y).toBeLessThan(18)

    if (size === 'desk') await expectAccessible(page, 'a toast')
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
    // Then it disappears when its five seconds are over, some of which had passed before.
    await page.getByRole('main').focus()
    await page.clock.runFor(1_000)
    await expect(toast).toBeVisible()
    await page.clock.runFor(4_000)
    await expect(toast).toBeHidden()
  }
})
