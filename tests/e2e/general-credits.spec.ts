// A credit that names no invoice, with sales tax; the profit by client; and item codes of Xero: for the administrator, and what the
// client sees of it.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`an administrator credits a client with sales tax and reads the profit, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: `Quill-${size}` })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: `Marsh-${size}` })
    const folder = await addFolder(admin, { name: `Marsh-${size} Ceramics`, client, staff })
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: folder.id,
      lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })

    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder.id}/statement`)
    await page.getByRole('button', { name: 'New credit note' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('105.75')
    await dialog.getByLabel('Includes sales tax (5.75%)').check()
    await expect(dialog).toContainText('$100.00 before tax, sales tax (5.75%) $5.75')
    await dialog.getByLabel('Reason').fill('A workshop was canceled')
    await expectAccessible(page, `a credit without an invoice, ${size}`)
    await picture(page, `credit-${size}`)
    await dialog.getByRole('button', { name: 'Create credit note' }).click()
    await expect(toastOf(page)).toContainText('$105.75 is left for other invoices')
    await expect(page.getByText('including $5.75 sales tax')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture(page, `statement-${size}`)

    await page.goto(`${portal.url}/firm-settings?tab=time`)
    // Both sizes share the portal: only a change can be saved.
    const cost = size === 'desk' ? '60' : '75'
    await page.getByLabel('Average hourly cost').fill(cost)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toastOf(page)).toContainText('Time settings saved')
    await expectAccessible(page, `the time settings, ${size}`)
    await picture(page, `cost-${size}`)

    await page.goto(`${portal.url}/reports`)
    const profit = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Profit by client', exact: true }) })
    await expect(profit).toContainText(`at $${cost}.00 an hour`)
    await expect(profit.getByRole('link', { name: `Marsh-${size} Ceramics` })).toBeVisible()
    const items = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Item names', exact: true }) })
    await items.getByRole('button', { name: /Edit the item of Credit notes/ }).click()
    await dialog.getByLabel('Xero item code').fill('x'.repeat(31))
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toContainText('Use at most 30 characters.')
    await dialog.getByLabel('Xero item code').fill('GOODWILL')
    await picture(page, `item-${size}`)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(items).toContainText('GOODWILL')
    await expectAccessible(page, `the reports of an administrator, ${size}`)
    await expectNoSidewaysScroll(page)
    await profit.scrollIntoViewIfNeeded()
    await picture(page, `profit-${size}`)

    const home = await person('phone')
    await signInAs(home.page, portal, client, `/client-folders/${folder.id}/statement`)
    await expect(home.page.getByText('including $5.75 sales tax')).toBeVisible()
    await expect(home.page.getByRole('button', { name: 'New credit note' })).toHaveCount(0)
    await picture(home.page, `client-${size}`)
  })
