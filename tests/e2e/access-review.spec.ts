// Administrators check who can see client folders, and record that they did.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

test('an administrator sees who can see a folder and why, and marks access as reviewed', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const lead = await addPerson(portal, admin, { role: 'staff', firstName: 'Leona', lastName: 'Abernathy' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Colfax' })
  await addFolder(admin, { name: 'Colfax Ironworks', client, staff: lead })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/access-review')
  await page.getByRole('button', { name: 'Show folders of Leona Abernathy' }).click()
  const folders = page.getByRole('list', { name: 'Client folders of Leona Abernathy' })
  await expect(folders).toContainText('Colfax Ironworks')
  await expect(folders).toContainText('leads the folder')
  await expect(page.getByRole('list', { name: 'Client side of Colfax Ironworks' })).toContainText('Ann Colfax')
  await expectAccessible(page, 'the access review')
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByRole('list', { name: 'Reviews' })).toContainText('Dana Whitfield')

  const phone = await person('phone')
  await signInAs(phone.page, portal, demonstration('admin'), '/access-review')
  await expect(phone.page.getByRole('list', { name: 'Reviews' })).toContainText('Dana Whitfield')
  await expectNoSidewaysScroll(phone.page)
})
