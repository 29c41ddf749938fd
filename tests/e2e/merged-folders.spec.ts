// An administrator merges two folders of the same business.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'
import { picture } from './pictures.ts'

for (const size of ['desktop', 'phone'] as const)
  test(`an administrator merges a duplicate folder, and chooses who gets access (${size})`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: 'Featherstonehaugh' })
    const owner = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Moreau' })
    const manager = await addPerson(portal, admin, { role: 'client', firstName: 'Rosa', lastName: 'Oyelaran' })
    const remaining = await addFolder(admin, { name: `Moreau Cidery and Orchards ${size}`, client: owner, staff })
    const duplicate = await addFolder(admin, { name: `Moreau Cider ${size}`, client: manager, staff })
    const content = 'Our handbook needs a policy for seasonal workers.'
    await admin('POST', `/api/client-folders/${duplicate.id}/messages`, { content })
    const { page } = await person(size === 'phone' ? 'phone' : undefined)
    await signInAs(page, portal, demonstration('admin'), `/client-folders/${duplicate.id}`)
    await page.getByRole('button', { name: 'Manage folder' }).click()
    await page.getByRole('menuitem', { name: 'Merge into another folder…' }).click()
    const dialog = page.getByRole('dialog', { name: /Merge Moreau Cider/ })
    await dialog.getByRole('combobox').first().fill('Cidery and Orch')
    await page.getByRole('option', { name: new RegExp(`Moreau Cidery and Orchards ${size}`) }).click()
    await expect(dialog.getByText('The folders have different clients')).toBeVisible()
    await expectAccessible(page, 'merging folders')
    await expectNoSidewaysScroll(page)
    await picture(page, `merge-${size}`)
    await dialog.getByLabel(/Rosa Oyelaran/).selectOption('Add as contact')
    await dialog.getByLabel('Reason').fill('The same business')
    await picture(page, `merge-${size}-filled`)
    await dialog.getByRole('button', { name: 'Merge folders' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Moreau Cidery and Orchards ${size}` })).toBeVisible()
    await picture(page, `merge-${size}-after`)
    await page.goto(`${portal.url}/client-folders/${remaining.id}?tab=messages`)
    await expect(page.getByText(content)).toBeVisible()
    await page.goto(`${portal.url}/client-folders/${duplicate.id}`)
    await expect(page.getByText('can only be read')).toContainText('Merged into Moreau Cidery and Orchards')
    await picture(page, `merge-${size}-duplicate`)
    await page
      .getByRole('link', { name: `Moreau Cidery and Orchards ${size}` })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: `Moreau Cidery and Orchards ${size}` })).toBeVisible()
  })
