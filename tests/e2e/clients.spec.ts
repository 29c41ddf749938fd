// The team's list of clients: sorted, filtered, and opened with the keyboard.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, test } from './portal.ts'

test('an administrator sorts the clients with the keyboard in both directions, and filters by consultant', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const alice = await addPerson(portal, admin, { role: 'admin', firstName: 'Alice', lastName: 'Tamsin' })
  const vic = await addPerson(portal, admin, { role: 'staff', firstName: 'Vic', lastName: 'Underhill' })
  const wes = await addPerson(portal, admin, { role: 'staff', firstName: 'Wes', lastName: 'Tolliver' })
  for (const [name, staff] of [
    ['Pasture Two', vic],
    ['Pasture Three', wes],
    ['Pasture One', vic],
  ] as const)
    await addFolder(admin, { name, staff })
  const { page } = await person()
  await signInAs(page, portal, alice, '/client-folders?folders=Pasture')
  const rows = itemsOf(page, 'Client folders')
  await expect(rows).toContainText(['Pasture One', 'Pasture Three', 'Pasture Two'])

  const header = page.getByRole('columnheader', { name: 'Client', exact: true })
  await header.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText(['Pasture One', 'Pasture Three', 'Pasture Two'])
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(rows).toContainText(['Pasture Two', 'Pasture Three', 'Pasture One'])
  await expect(page).toHaveURL(/order=name-desc/)
  await page.reload()
  await expect(rows).toContainText(['Pasture Two', 'Pasture Three', 'Pasture One'])
  await header.getByRole('button').press('Enter')
  await expect(header).not.toHaveAttribute('aria-sort')
  await expect(page).not.toHaveURL(/order=/)

  await page.getByLabel('Consultant', { exact: true }).selectOption('Wes Tolliver')
  await expect(rows).toContainText(['Pasture Three'])
  await expect(rows).toHaveCount(1)
  await expectAccessible(page, 'the clients of one consultant')
  await rows.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { name: 'Pasture Three', level: 1 })).toBeVisible()
})

test('staff find open work and the last activity of their clients on a phone', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const kim = await addPerson(portal, admin, { role: 'staff', firstName: 'Kim', lastName: 'Vance' })
  const late = await addFolder(admin, { name: 'Meadow Late', staff: kim })
  await addFolder(admin, { name: 'Meadow Calm', staff: kim })
  await admin('POST', `/api/client-folders/${late.id}/assignments`, {
    title: 'Form I-9',
    description: 'Sections 1 and 2',
    dueDate: '2026-01-02',
  })
  const { page } = await person('phone')
  await signInAs(page, portal, kim, '/client-folders')
  const rows = itemsOf(page, 'Client folders')
  await expect(rows).toContainText(['Meadow Calm', 'Meadow Late'])
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort by').selectOption('Most open work')
  await expect(rows).toContainText(['Meadow Late', 'Meadow Calm'])
  await expect(rows.first()).toContainText('Open work: 1')
  await expect(rows.last()).not.toContainText('Open work')
  await expect(page.getByLabel('Consultant')).toHaveCount(0)
  await expectAccessible(page, 'the clients on a phone')
  await expectNoSidewaysScroll(page)
})
