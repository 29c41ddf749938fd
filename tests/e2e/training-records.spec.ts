// A client assigns a training, records that an employee completed it, and voids the record.
import { pdf } from '../samples.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const device of ['desk', 'phone'] as const)
  test(`a client assigns and records a training with its certificate on the ${device}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const owner = await addPerson(portal, admin, { role: 'client', firstName: 'Rosa', lastName: `Hale ${device}` })
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: device })
    const folder = await addFolder(admin, { name: `Blue Ridge Millwork ${device}`, client: owner, staff })
    const within = `/api/client-folders/${folder.id}`
    for (const name of ['Nora Quist', 'Maximiliano Fitzwilliam-Castellanos'])
      await admin('POST', `${within}/employees`, {
        name,
        jobTitle: 'Cabinetmaker',
        workType: 'full-time',
        startDate: '2026-01-05',
      })

    const { page, expectFault } = await person(device)
    // Only the server compares the dates.
    expectFault(/status of 400/)
    await signInAs(page, portal, owner, `/?folder=${folder.id}&tab=training`)
    await expect(page.getByText('No training records yet')).toBeVisible()
    await expectAccessible(page, `no training records, ${device}`)

    await page.getByRole('button', { name: 'Assign training' }).click()
    const assigning = page.getByRole('dialog', { name: 'Assign training' })
    await assigning.getByRole('button', { name: 'Assign training' }).click()
    await expect(assigning.getByText('Enter the name of the training.')).toBeVisible()
    await assigning.getByLabel('Training').fill('Harassment prevention training')
    await assigning.getByLabel('Due date').fill('2099-01-31')
    await assigning.getByRole('button', { name: 'Assign training' }).click()
    await expect(toastOf(page)).toContainText('Assigned to 2 employees')

    await page.getByRole('button', { name: 'Record training' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record training' })
    await dialog.getByRole('combobox', { name: 'Employee' }).fill('nora')
    await page.getByRole('option', { name: /Nora Quist/ }).click()
    await dialog.getByLabel('Training').fill('Harassment prevention training')
    await dialog.getByLabel('Provider or trainer').fill('Virginia Training Institute')
    await dialog.getByLabel('Completed on').fill('2026-03-02')
    await dialog.getByLabel('Valid until').fill('2026-03-01')
    await dialog.getByLabel('Hours').fill('1.1')
    await dialog.getByRole('button', { name: 'Record training' }).click()
    await expect(dialog.getByText('Enter the hours in quarter hours, from 0.25 to 1,000.')).toBeVisible()
    await dialog.getByLabel('Hours').fill('1.5')
    await dialog.getByRole('button', { name: 'Record training' }).click()
    await expect(dialog.getByText('Enter the completion date or a later day.')).toBeVisible()
    await dialog.getByLabel('Valid until').fill('2099-03-02')
    await dialog.getByLabel('Certificate file').setInputFiles({
      name: 'certificate.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(),
    })
    await expect(dialog.getByRole('combobox', { name: /^Certificate/ })).toHaveValue('certificate.pdf')
    await expectAccessible(page, `the training dialog, ${device}`)
    await dialog.getByRole('button', { name: 'Record training' }).click()
    await expect(toastOf(page)).toContainText('Training recorded')

    const more = page.getByRole('button', { name: 'More about Harassment prevention training, Nora Quist' })
    await expect(more).toBeVisible()
    await expectAccessible(page, `the training records, ${device}`)
    await expectNoSidewaysScroll(page)
    await more.click()
    const link = page.getByRole('menuitem', { name: 'Certificate of completion (PDF)' })
    const certificate = await page.request.get(`${portal.url}${String(await link.getAttribute('href'))}`)
    expect(certificate.headers()['content-type']).toBe('application/pdf')
    await page.getByRole('menuitem', { name: 'Void' }).click()
    const voiding = page.getByRole('dialog', { name: /^Void/ })
    await voiding.getByLabel('Reason').fill('Wrong employee.')
    await voiding.getByRole('button', { name: 'Void training record' }).click()
    await expect(toastOf(page)).toContainText('Training record voided')
    await expect(page.getByText('Void', { exact: true }).and(page.locator('span'))).toBeVisible()
  })
