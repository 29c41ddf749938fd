// A colleague covers client folders for a staff member who is away, and an assistant sees no money.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

const officeDay = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(Date.now() + days * 86_400_000))

test('a consultant chooses who covers for them, who sees the folder until the cover is ended', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const lead = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: 'Featherstonehaugh' })
  const colleague = await addPerson(portal, admin, { role: 'staff', firstName: 'Bartholomew', lastName: 'Quince' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Moreau' })
  const folder = await addFolder(admin, { name: 'Moreau Cooperage', client, staff: lead })
  const { page } = await person()
  const other = await person('phone')
  other.allowFault(/status of 404/)
  await signInAs(page, portal, lead, '/account')
  await expect(page.getByText('No cover yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add cover' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add cover' })
  await dialog.getByLabel('First day').fill(officeDay(0))
  await dialog.getByLabel('Last day').fill(officeDay(7))
  await dialog.getByRole('combobox').fill('Quince')
  await page.getByRole('option', { name: /Bartholomew Quince/ }).click()
  await expectAccessible(page, 'adding cover')
  await dialog.getByRole('button', { name: 'Add cover' }).click()
  const covers = page.getByRole('list', { name: 'Cover' })
  await expect(covers).toContainText('Bartholomew Quince')
  await expect(covers).toContainText('Active')
  await signInAs(other.page, portal, colleague, `/client-folders/${folder.id}`)
  await expect(other.page.getByRole('heading', { name: 'Moreau Cooperage' })).toBeVisible()
  await expect(other.page.getByRole('list', { name: 'See the entire folder' })).toContainText('Covers for a colleague')
  await expectNoSidewaysScroll(other.page)
  await page.getByRole('button', { name: 'End cover by Bartholomew Quince' }).click()
  await page.getByRole('button', { name: 'End cover', exact: true }).click()
  await expect(covers).toContainText('Ended')
  await expect(other.page.getByRole('heading', { name: 'Moreau Cooperage' })).toHaveCount(0)
})

test('an administrator makes a team member an assistant, who then sees the folder without its money', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const lead = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: 'Pemberton' })
  const helper = await addPerson(portal, admin, { role: 'staff', firstName: 'Ashley', lastName: 'Whitcombe' })
  const folder = await addFolder(admin, { name: 'Whitcombe Ropeworks', staff: lead })
  await admin('POST', `/api/client-folders/${folder.id}/members`, { userId: helper.id })
  const { page } = await person()
  const phone = await person('phone')
  await signInAs(page, portal, demonstration('admin'), `/user-management?user=${helper.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('Access').selectOption('Assistant')
  await expectAccessible(page, 'choosing the access of a staff member')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await signInAs(phone.page, portal, helper, `/client-folders/${folder.id}`)
  await expect(phone.page.getByRole('heading', { name: 'Whitcombe Ropeworks' })).toBeVisible()
  await expect(phone.page.getByRole('tab', { name: /Documents/ })).toBeVisible()
  await expect(phone.page.getByRole('tab', { name: /Agreements and billing/ })).toHaveCount(0)
  await expect(phone.page.getByText('Outstanding')).toHaveCount(0)
  await expectNoSidewaysScroll(phone.page)
})
