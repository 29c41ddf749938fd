// Several staff members work in a folder; its lead adds and removes them.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

test('the lead of a folder adds a team member, who sees the folder until they are removed', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const lead = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: 'Featherstonehaugh' })
  const colleague = await addPerson(portal, admin, { role: 'staff', firstName: 'Bartholomew', lastName: 'Quimby' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Moreau' })
  const folder = await addFolder(admin, { name: 'Moreau Cidery and Orchards', client, staff: lead })
  const { page } = await person()
  const other = await person('phone')
  other.allowFault(/status of 404/)
  await signInAs(page, portal, lead, `/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Add team member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add team member' })
  await dialog.getByRole('combobox').fill('Quimby')
  await page.getByRole('option', { name: /Bartholomew Quimby/ }).click()
  await expectAccessible(page, 'adding a team member')
  await dialog.getByRole('button', { name: 'Add team member' }).click()
  const team = page.getByRole('list', { name: 'See the entire folder' })
  await expect(team).toContainText('Bartholomew Quimby')
  await signInAs(other.page, portal, colleague, `/client-folders/${folder.id}`)
  await expect(other.page.getByRole('heading', { name: 'Moreau Cidery and Orchards' })).toBeVisible()
  await expectNoSidewaysScroll(other.page)
  await page.getByRole('button', { name: 'Remove Bartholomew Quimby' }).click()
  await page.getByRole('button', { name: 'Remove team member' }).click()
  await expect(team).not.toContainText('Quimby')
  await expect(other.page.getByRole('heading', { name: 'Moreau Cidery and Orchards' })).toHaveCount(0)
})
