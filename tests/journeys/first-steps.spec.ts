// A new portal: what it still needs, a message to try the mail with, and the list put away and taken out again.
import { demonstration, signInAs } from './cast.ts'
import { keysOf } from './keyboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

test('by keyboard alone: what a new portal still needs, a test message, and a first rate; the list put away for good', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'))
  const keys = keysOf(page)
  await keys.use(page.getByRole('button', { name: 'Show first steps' }))
  const list = page.getByRole('list', { name: 'First steps' })
  await expect(list.getByRole('listitem')).toHaveCount(7)
  // The first that is not done is open, and names the settings.
  await expect(list.getByText("PROVIDER_NAME='Ridgeline HR'")).toBeVisible()

  await keys.use(list.locator('summary', { hasText: 'Let the portal send mail' }))
  await expect(list.getByText("PROVIDER_NAME='Ridgeline HR'")).toBeHidden()
  await keys.use(page.getByRole('button', { name: 'Send a test message' }))
  await expect(
    list.getByText('kept in the outbox, because SMTP_URL is not set. Nobody was sent anything.'),
  ).toBeVisible()
  await expectAccessible(page, 'the first steps')
  await keys.use(list.locator('summary', { hasText: 'Write down your first rate' }))
  await keys.use(list.getByRole('link', { name: 'Add a rate card' }))
  const dialog = page.getByRole('dialog', { name: 'Add Rate Card' })
  await expect(dialog.getByLabel('Service name')).toBeFocused()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()

  const phone = await person('phone')
  await signInAs(phone.page, portal, demonstration('admin'))
  await expect(phone.page.getByRole('list', { name: 'First steps' })).toBeVisible()
  await expectNoSidewaysScroll(phone.page)
  await phone.page.getByRole('button', { name: 'Put away the first steps' }).click()
  await expect(phone.page.getByText('First steps of a new portal: 0 of 7 done.')).toBeVisible()
  await phone.page.reload()
  await expect(phone.page.getByRole('button', { name: 'Show first steps' })).toBeVisible()
})
