// A company of two: its client sees what waits and shares the folder with the bookkeeper, who sees the money and nothing else.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`a client does what waits, and shares the folder with a bookkeeper, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const consultant = await addPerson(portal, admin, { role: 'staff', firstName: 'Omar', lastName: 'Diaz' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Holm' })
    const bookkeeper = await addPerson(portal, admin, { role: 'client', firstName: 'Cora', lastName: 'Lind' })
    const { id } = await addFolder(admin, { name: 'Holm Joinery', client, staff: consultant })
    const path = `/api/client-folders/${id}`
    await admin('POST', `${path}/messages`, { content: 'Good morning, Ida.' })
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: id,
      lineItems: [{ description: 'Consulting', quantity: 1, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })

    const { page } = await person(size)
    await signInAs(page, portal, client)
    const waiting = page.getByRole('list', { name: 'Waiting for you' })
    await expect(waiting.getByRole('listitem')).toHaveCount(3)
    await expect(waiting.getByRole('listitem').first()).toContainText('Pay invoice')
    await expectAccessible(page, 'what waits')
    await expectNoSidewaysScroll(page)
    // By the keyboard, to where one answers; what was read does not wait any more.
    await waiting.getByRole('link', { name: /Read the message/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Your message')).toBeFocused()
    await expect(waiting.getByRole('listitem')).toHaveCount(2)

    const add = page.getByRole('button', { name: 'Add person' })
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add person' })
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Our bookkeeper')
    await dialog.getByLabel('Email').fill(bookkeeper.email)
    await dialog.getByLabel(/^Money/).check()
    await dialog.getByLabel(/^Documents/).uncheck()
    await dialog.getByLabel('Messages').uncheck()
    await expectAccessible(page, 'adding a person')
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(toastOf(page)).toContainText('Person added successfully')
    await expect(page.getByRole('list', { name: 'People with access' })).toContainText('Our bookkeeper')

    const bookkeepers = await person(size)
    const theirs = bookkeepers.page
    await signInAs(theirs, portal, bookkeeper)
    await expect(theirs.getByRole('heading', { name: 'Holm Joinery' })).toBeVisible()
    await expect(theirs.getByRole('tab')).toHaveCount(0)
    await expect(theirs.getByText('No documents or messages here')).toBeVisible()
    await expect(theirs.getByRole('list', { name: 'Waiting for you' })).toContainText('Pay invoice')
    await expectAccessible(theirs, 'a folder that somebody shares')

    // What the open page had begun to read again may be gone before the answer.
    bookkeepers.allowFault(/404/)
    await page.getByRole('button', { name: 'Change Our bookkeeper' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(toastOf(page)).toContainText('Person removed successfully')
    // It is gone from the open page by itself.
    await expect(theirs.getByText("You don't have a client folder assigned yet.")).toBeVisible()
  })
