// A retainer: billed and paid in advance, applied to an invoice, seen by the client, and its rest refunded.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('an administrator bills a retainer, applies it, and refunds the rest; the client sees the balance', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Rivers' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Keller' })
  const folder = await addFolder(admin, { name: 'Quarry Mill', staff, client })
  const statement = `/client-folders/${folder.id}/statement`

  const { page, expectFault } = await person()
  expectFault(/status of 409 .*\/retainer\/applications\)$/)
  expectFault(/status of 409 .*\/refund\)$/)
  await signInAs(page, portal, demonstration('admin'), statement)
  await expect(page.getByText('Bill a retainer that the client pays in advance.')).toBeVisible()
  await page.getByRole('button', { name: 'Bill retainer' }).click()
  const bill = page.getByRole('dialog', { name: 'Bill retainer' })
  await bill.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(bill.getByLabel('Amount')).toHaveAccessibleDescription('An amount must be at least one cent.')
  await bill.getByLabel('Amount').fill('1000')
  await expectAccessible(page, 'billing a retainer')
  await bill.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\//)
  await expect(page.getByText('Retainer', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Retainer, paid in advance/ })).toContainText('$1,000.00')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Record payment' })
  await paying.getByRole('button', { name: 'Record payment' }).click()
  await expect(toastOf(page)).toContainText('The invoice is paid in full.')

  const work = await admin<{ id: string; invoiceNumber: string }>('POST', '/api/invoices', {
    clientFolderId: folder.id,
    lineItems: [{ description: 'Advice in May', quantity: 1, rate: 40_000 }],
    dueDate: '2099-12-31',
  })
  await admin('PATCH', `/api/invoices/${work.id}/status`, { status: 'sent' })
  await page.goto(`${portal.url}/invoices/${work.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Apply retainer' }).click()
  const applying = page.getByRole('dialog', { name: 'Apply retainer' })
  await expect(applying.getByText('$1,000.00 of the retainer is available.')).toBeVisible()
  await expect(applying.getByLabel('Amount')).toHaveValue('423.00')
  await applying.getByLabel('Amount').fill('2000')
  await applying.getByRole('button', { name: 'Apply retainer' }).click()
  await expect(applying.getByLabel('Amount')).toHaveAccessibleDescription(
    'This is more than the balance due of $423.00.',
  )
  await applying.getByLabel('Amount').fill('400')
  await expectAccessible(page, 'applying a retainer')
  await applying.getByRole('button', { name: 'Apply retainer' }).click()
  await expect(toastOf(page)).toContainText('Retainer applied. $600.00 left.')
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Retainer applied')

  const phone = await person('narrow')
  await signInAs(phone.page, portal, client, statement)
  const balance = phone.page.getByLabel('Retainer', { exact: true })
  await expect(balance).toContainText('$600.00')
  await expect(phone.page.getByRole('list', { name: 'Retainer entries' }).getByRole('listitem')).toHaveCount(2)
  await expect(phone.page.getByRole('button', { name: 'Bill retainer' })).toBeHidden()
  await expectNoSidewaysScroll(phone.page)
  await expectAccessible(phone.page, 'a retainer on a phone')

  // The client's page follows without being loaded again.
  await page.goto(`${portal.url}${statement}`)
  await page.getByRole('button', { name: 'Apply to invoice' }).click()
  await page.getByRole('dialog', { name: 'Apply retainer' }).getByRole('button', { name: 'Apply retainer' }).click()
  await expect(toastOf(page)).toContainText('Retainer applied. $577.00 left.')
  await expect(balance).toContainText('$577.00')

  await page.getByRole('button', { name: 'Low-balance notice' }).click()
  const notice = page.getByRole('dialog', { name: 'Low-balance notice' })
  await notice.getByLabel('Notify at a balance of').fill('600')
  await notice.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Retainer', { exact: true })).toContainText('Low')
  await expectAccessible(page, 'a retainer with a low balance')

  await page.getByRole('link', { name: /^Payment, INV-/ }).click()
  await page.getByRole('button', { name: /^More about the entry of/ }).click()
  await page.getByRole('menuitem', { name: 'Record refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Record refund' })
  await refund.getByLabel('Reason').fill('The work ended')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(refund.getByLabel('Amount')).toHaveAccessibleDescription(
    'Only $577.00 of the retainer is left. First reverse amounts that were applied to other invoices.',
  )
  await refund.getByLabel('Amount').fill('577')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(toastOf(page)).toContainText('Refund recorded')
  await expect(balance).toContainText('$0.00')

  await phone.page.goto(`${portal.url}/agreements`)
  await expect(phone.page.getByText('Retainer balance')).toBeVisible()
  await expectNoSidewaysScroll(phone.page)
  await expectAccessible(phone.page, 'agreements with a retainer on a phone')
})
