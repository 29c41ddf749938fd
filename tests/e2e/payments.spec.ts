// What follows a sent invoice: payments, refunds, credit notes, reversals, and the statement, for the office and the
// client.
import { readFile } from 'node:fs/promises'
import { billedCompany, sentInvoice } from './invoices.ts'
import { signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, itemsOf, signIn, test, toastOf } from './portal.ts'

test('partial payments are recorded, and both sides see the balance', async ({ portal, person }) => {
  const company = await billedCompany(portal, 'Oduya Printing')
  const { id, invoiceNumber } = await sentInvoice(company, inDays(20))
  const client = await person()
  await signInAs(client.page, portal, company.ann, '/agreements')
  const pdfs = client.page
    .getByRole('list', { name: 'Agreements' })
    .getByRole('listitem')
    .filter({ hasText: invoiceNumber })
  await expect(pdfs).toContainText('$1,057.50')
  await pdfs.getByRole('link', { name: /^Invoice/ }).click()
  await expect(client.page.getByText('No payments yet.')).toBeVisible()

  const { page, expectFault } = await person()
  expectFault(/status of 409/)
  await signIn(page, portal, 'admin', `/invoices/${id}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog.getByLabel('Amount')).toHaveValue('1,057.50')
  await dialog.getByLabel('Amount').fill('2000')
  await dialog.getByLabel(/^Reference/).fill('No. 1042')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'This is more than the balance due of $1,057.50.',
  )
  await expect(dialog.getByLabel(/^Reference/)).toHaveValue('No. 1042')
  await expectAccessible(page, 'a payment that is too much')
  await dialog.getByLabel('Amount').fill('57.50')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(toastOf(page)).toContainText('$1,000.00 outstanding.')

  const received = client.page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(received).toContainText('Check, No. 1042')
  await expect(client.page.getByText(/^\$1,000\.00 of \$1,057\.50 outstanding\. Due /)).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Void invoice' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toastOf(page)).toContainText('Invoice paid')
  await expect(client.page.getByText(/^Paid in full \w/)).toBeVisible()
  await expect(received).toHaveCount(2)
  const download = client.page.waitForEvent('download')
  await received
    .first()
    .getByRole('link', { name: /^Receipt/ })
    .click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')

  const [last] = await company.admin<{ id: string }[]>('GET', `/api/invoices/${id}/payments`)
  await company.admin('POST', `/api/payments/${last?.id}/refund`, { amount: 2_500, reason: 'Paid too much' })
  await expect(received).toHaveCount(3)
  await expect(received.first()).toContainText('Refund, Other')
  const refund = client.page.waitForEvent('download')
  await received
    .first()
    .getByRole('link', { name: /^Receipt/ })
    .click()
  expect((await refund).suggestedFilename()).toMatch(/^Refund receipt INV-.+\.pdf$/)
})

test('a credit note is created on an invoice; both sides download its PDF, and a void one is marked', async ({
  portal,
  person,
}) => {
  const company = await billedCompany(portal, 'Piedmont Pottery')
  const { id, invoiceNumber } = await sentInvoice(company, inDays(20))
  const { page } = await person()
  await signIn(page, portal, 'admin', `/invoices/${id}`)
  const notes = page.getByRole('list', { name: 'Credit notes' })
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
  await expect(notes).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create credit note' }).click()
  const dialog = page.getByRole('dialog', { name: 'New credit note' })
  await dialog.getByRole('radio', { name: /^Lines/ }).check()
  await expect(dialog.getByRole('group', { name: 'Line 1' })).toBeVisible()
  await expectAccessible(page, 'crediting lines of an invoice')
  await dialog.getByRole('radio', { name: /^Part of the total/ }).check()
  await dialog.getByLabel('Amount').fill('57.50')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('$54.37 before tax, sales tax (5.75%) $3.13')
  await dialog.getByLabel(/^Reason/).fill('Half an hour was billed twice')
  await dialog.getByRole('button', { name: 'Create credit note' }).click()
  await expect(notes).toContainText(`for ${invoiceNumber}`)
  await expect(notes).toContainText('Reason: Half an hour was billed twice')
  await expect(notes).toContainText('including $3.13 sales tax')
  await expectAccessible(page, 'an invoice with a credit note')

  const client = await person('phone')
  await signInAs(client.page, portal, company.ann, `/invoices/${id}`)
  for (const each of [page, client.page]) {
    const download = each.waitForEvent('download')
    await each
      .getByRole('list', { name: 'Credit notes' })
      .getByRole('link', { name: /^Download PDF CN-/ })
      .click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^CN-\d{8}-\d{2,}\.pdf$/)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  }
  await expectAccessible(client.page, 'an invoice with a credit note on a phone')
  await expectNoSidewaysScroll(client.page)

  const general = await company.admin<{ id: string; creditNoteNumber: string }>('POST', '/api/credit-notes', {
    clientFolderId: company.folderId,
    amount: 500,
    reason: 'Goodwill',
  })
  await company.admin('POST', `/api/credit-notes/${general.id}/void`, { reason: 'Wrong client' })
  await client.page.goto(`${portal.url}/client-folders/${company.folderId}/statement`)
  const voided = itemsOf(client.page, 'Credit notes').filter({ hasText: general.creditNoteNumber })
  await expect(voided).toContainText('Void')
  await expect(voided.getByRole('link', { name: `Download PDF ${general.creditNoteNumber}` })).toBeVisible()
  await expect(voided.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(client.page)
})

test('an overdue invoice is marked, a payment is reversed, and the statement adds up', async ({ portal, person }) => {
  const company = await billedCompany(portal, 'Blue Ridge Bakery')
  const late = await sentInvoice(company, inDays(-40))
  const wrong = await sentInvoice(company, inDays(20), 'Billed twice')
  const { page } = await person()
  await signIn(page, portal, 'admin', `/invoices/${wrong.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Void invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Void invoice ${wrong.invoiceNumber}?` })
  await dialog.getByLabel(/^Reason/).fill('Billed twice.')
  await dialog.getByRole('button', { name: 'Void invoice' }).click()
  await expect(toastOf(page)).toContainText('Invoice voided')
  await expect(page.getByText('Void. No payment due. Billed twice.')).toBeVisible()

  await page.goto(`${portal.url}/client-folders/${company.folderId}?tab=invoices`)
  const rows = itemsOf(page, 'Invoices')
  await expect(rows.filter({ hasText: late.invoiceNumber })).toContainText('Overdue')
  const reminders = page.getByRole('switch', { name: 'Send payment reminders' })
  await expect(reminders).toBeChecked()
  await reminders.click()
  await expect(page.getByText('Paused for this client.')).toBeVisible()
  await expect(reminders).not.toBeChecked()
  await expectAccessible(page, 'the invoices of a folder')
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(
    page.getByText(/Blue Ridge Bakery has an outstanding balance of \$1,057\.50 on one invoice\.$/),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Outstanding balance' })).toContainText('31–60 days past due$1,057.50')
  await expectAccessible(page, 'a statement')

  const client = await person('narrow')
  await signInAs(client.page, portal, company.ann, '/invoices')
  await expect(itemsOf(client.page, 'Invoices')).toHaveCount(2)
  await client.page.getByRole('link', { name: 'Statement' }).click()
  await expect(client.page.getByRole('heading', { name: 'Statement', level: 1 })).toBeVisible()
  await expect(client.page.getByRole('list', { name: 'Outstanding invoices' })).toContainText(late.invoiceNumber)
  await expectAccessible(client.page, 'a statement on a narrow phone')
  await expectNoSidewaysScroll(client.page)
  await client.page
    .getByRole('list', { name: 'Outstanding invoices' })
    .getByRole('button', { name: late.invoiceNumber })
    .click()
  await expect(client.page.getByText(/^\$1,057\.50 outstanding\. Was due .+, 5 weeks ago\.$/)).toBeVisible()
  await expectNoSidewaysScroll(client.page)
})
