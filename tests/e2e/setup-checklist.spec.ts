// A new portal: the setup checklist, a test email, and dismissing and restoring the list.
import { demonstration, signInAs } from './people.ts'
import { keysOf } from './keyboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

test('by keyboard alone: the setup checklist, a test email, a first rate, and dismissing the list', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'))
  const keys = keysOf(page)
  await keys.use(page.getByRole('button', { name: 'Show setup checklist' }))
  const list = page.getByRole('list', { name: 'Getting started' })
  await expect(list.getByRole('listitem')).toHaveCount(7)
  // The first incomplete step is expanded, and names the settings.
  await expect(list.getByText("PROVIDER_NAME='Ridgeline HR'")).toBeVisible()

  await keys.use(list.locator('summary', { hasText: 'Set up email' }))
  await expect(list.getByText("PROVIDER_NAME='Ridgeline HR'")).toBeHidden()
  await keys.use(page.getByRole('button', { name: 'Send test email' }))
  await expect(list.getByText('SMTP_URL isn’t set. It’s in the email log.')).toBeVisible()
  await expectAccessible(page, 'the setup checklist')
  await keys.use(list.locator('summary', { hasText: 'Add a rate card' }))
  await keys.use(list.getByRole('link', { name: 'Add a rate card' }))
  const dialog = page.getByRole('dialog', { name: 'Add Rate Card' })
  await expect(dialog.getByLabel('Service name')).toBeFocused()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()

  const phone = await person('phone')
  await signInAs(phone.page, portal, demonstration('admin'))
  await expect(phone.page.getByRole('list', { name: 'Getting started' })).toBeVisible()
  await expectNoSidewaysScroll(phone.page)
  await phone.page.getByRole('button', { name: 'Hide the setup checklist' }).click()
  await expect(phone.page.getByText('Getting started: 0 of 7 complete.')).toBeVisible()
  await phone.page.reload()
  await expect(phone.page.getByRole('button', { name: 'Show setup checklist' })).toBeVisible()
})
