// An invoice from its first line to the receipt: created by the office, read and paid by the client, with a statement
// for both.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, type Caller, demonstration, signInAs, type Someone } from './people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Portal,
  signIn,
  test,
  toastOf,
  itemsOf,
} from './portal.ts'

interface Fixtures {
  admin: Caller
  sam: Someone
  ann: Someone
  folderId: string
}

async function castOf(portal: Portal, name: string): Promise<Fixtures> {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Oduya' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Marchetti' })
  const folder = await addFolder(admin, { name, client: ann, staff: sam })
  return { admin, sam, ann, folderId: folder.id }
}

/** A date relative to today, in the format of a date field. Far enough from today that no time zone matters. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A sent invoice for $1,057.50 including tax. */
async function sentInvoice({ admin, folderId }: Fixtures, dueDate: string, description = 'Consulting') {
  const made = await admin<{ id: string; invoiceNumber: string }>('POST', '/api/invoices', {
    clientFolderId: folderId,
    description,
    lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
    dueDate,
  })
  await admin('PATCH', `/api/invoices/${made.id}/status`, { status: 'sent' })
  return made
}

const line = (page: Page, number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
const sum = (page: Page, label: string) =>
  page.getByLabel('Totals').first().getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]')

test('the office creates an invoice from a contract and sends it; the client sees it right away', async ({
  portal,
  person,
}) => {
  const cast = await castOf(portal, 'Marchetti Roofing')
  const { contractNumber } = await cast.admin<{ contractNumber: string }>('POST', '/api/contracts', {
    clientFolderId: cast.folderId,
    clientName: 'Ann Marchetti',
    clientEmail: cast.ann.email,
    startDate: inDays(0),
    services: [{ customName: 'Handbook rewrite', estimatedHours: 10, hourlyRate: 12_550 }],
  })
  const client = await person('phone')
  await signInAs(client.page, portal, cast.ann)
  await client.page.goto(`${portal.url}/agreements`)
  await client.page.getByRole('link', { name: 'All invoices' }).click()
  await expect(client.page.getByText('No invoices yet')).toBeVisible()

  const { page } = await person()
  await signIn(page, portal, 'admin')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Invoice Management', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  const submit = dialog.getByRole('button', { name: 'Create Invoice' })
  await expect(submit).toBeDisabled()
  await dialog.getByRole('combobox', { name: /^Contract/ }).click()
  await expect(dialog.getByText('Choose the client folder first.')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Client folder' }).fill('marchetti')
  await dialog.getByRole('option', { name: /Marchetti Roofing/ }).click()
  await dialog.getByRole('combobox', { name: /^Contract/ }).click()
  await dialog.getByRole('option', { name: contractNumber }).click()
  await expect(line(page, 1).getByLabel('Description')).toHaveValue('Handbook rewrite')
  await expect(sum(page, 'Sales tax (5.75%)')).toHaveText('$72.16')
  await dialog.getByRole('button', { name: 'Add line' }).click()
  await expect(line(page, 2).getByLabel('Description')).toBeFocused()
  await line(page, 2).getByLabel('Rate').fill('100')
  await expect(sum(page, 'Subtotal')).toHaveText('$1,355.00')
  await expect(dialog.getByLabel('Total', { exact: true })).toHaveText('$1,432.91')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('row', { name: /Handbook rewrite/ })).toBeVisible()
  await expect(preview.getByLabel('Totals')).toContainText('$1,432.91')
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(preview).toBeHidden()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(preview.getByRole('heading', { name: 'Invoice' })).toBeVisible()
  await expectAccessible(page, 'the preview of a new invoice')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(line(page, 1)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page, 'the dialog of a new invoice')

  // Missing fields show errors; nothing typed is lost.
  await submit.click()
  await expect(line(page, 2).getByLabel('Description')).toHaveAccessibleDescription(
    'Enter a description for each line.',
  )
  await line(page, 2).getByLabel('Description').fill('Travel')
  await submit.click()
  await expect(toastOf(page)).toContainText('Invoice created successfully')
  const card = itemsOf(page, 'Invoices').filter({ hasText: 'Marchetti Roofing' })
  await expect(card).toContainText('Draft')
  await expect(card).toContainText('$1,432.91')
  await expectAccessible(page, 'the invoices')
  await card.getByRole('link', { name: /^INV-/ }).click()
  await expect(page.getByRole('article', { name: /^Invoice INV-/ })).toContainText('Handbook rewrite')
  await expect(client.page.getByText('No invoices yet')).toBeVisible()

  await page.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Invoice sent')
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectAccessible(page, 'an invoice')

  const theirs = itemsOf(client.page, 'Invoices')
  await expect(theirs).toContainText('$1,432.91')
  await theirs.getByRole('link', { name: /^INV-/ }).click()
  await expect(client.page.getByText(/^\$1,432\.91 outstanding\. Due /)).toBeVisible()
  await expect(client.page.getByRole('heading', { name: 'How to pay' })).toBeVisible()
  await expect(client.page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  await expectAccessible(client.page, 'an invoice on a phone')
  await expectNoSidewaysScroll(client.page)
  const download = client.page.waitForEvent('download')
  await client.page.getByRole('link', { name: 'Download' }).click()
  const file = await readFile(await (await download).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
})

test('partial payments are recorded, and both sides see the balance', async ({ portal, person }) => {
  const cast = await castOf(portal, 'Oduya Printing')
  const { id, invoiceNumber } = await sentInvoice(cast, inDays(20))
  const client = await person()
  await signInAs(client.page, portal, cast.ann, '/agreements')
  const pdfs = client.page
    .getByRole('list', { name: 'Agreements' })
    .getByRole('listitem')
    .filter({ hasText: invoiceNumber })
  await expect(pdfs).toContainText('$1,057.50')
  await pdfs.getByRole('link').click()
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
  await expect(client.page.getByText(/^Paid in full\. Paid /)).toBeVisible()
  await expect(received).toHaveCount(2)
  const download = client.page.waitForEvent('download')
  await received
    .first()
    .getByRole('link', { name: /^Receipt/ })
    .click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')

  const [last] = await cast.admin<{ id: string }[]>('GET', `/api/invoices/${id}/payments`)
  await cast.admin('POST', `/api/payments/${last?.id}/refund`, { amount: 2_500, reason: 'Paid too much' })
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
  const cast = await castOf(portal, 'Piedmont Pottery')
  const { id, invoiceNumber } = await sentInvoice(cast, inDays(20))
  const { page } = await person()
  await signIn(page, portal, 'admin', `/invoices/${id}`)
  const notes = page.getByRole('list', { name: 'Credit notes' })
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
  await expect(notes).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create credit note' }).click()
  const dialog = page.getByRole('dialog', { name: 'New credit note' })
  await dialog.getByLabel('Amount').fill('57.50')
  await dialog.getByLabel(/^Reason/).fill('Half an hour was billed twice')
  await dialog.getByRole('button', { name: 'Create credit note' }).click()
  await expect(notes).toContainText(`for ${invoiceNumber}`)
  await expect(notes).toContainText('Reason: Half an hour was billed twice')
  await expectAccessible(page, 'an invoice with a credit note')

  const client = await person('phone')
  await signInAs(client.page, portal, cast.ann, `/invoices/${id}`)
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

  const general = await cast.admin<{ id: string; creditNoteNumber: string }>('POST', '/api/credit-notes', {
    clientFolderId: cast.folderId,
    amount: 500,
    reason: 'Goodwill',
  })
  await cast.admin('POST', `/api/credit-notes/${general.id}/void`, { reason: 'Wrong client' })
  await client.page.goto(`${portal.url}/client-folders/${cast.folderId}/statement`)
  const voided = itemsOf(client.page, 'Credit notes').filter({ hasText: general.creditNoteNumber })
  await expect(voided).toContainText('Void')
  await expect(voided.getByRole('link', { name: `Download PDF ${general.creditNoteNumber}` })).toBeVisible()
  await expect(voided.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(client.page)
})

test('an overdue invoice is marked, a payment is reversed, and the statement adds up', async ({ portal, person }) => {
  const cast = await castOf(portal, 'Blue Ridge Bakery')
  const late = await sentInvoice(cast, inDays(-40))
  const wrong = await sentInvoice(cast, inDays(20), 'Billed twice')
  const { page } = await person()
  await signIn(page, portal, 'admin', `/invoices/${wrong.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Void invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Void invoice ${wrong.invoiceNumber}?` })
  await dialog.getByLabel(/^Reason/).fill('Billed twice.')
  await dialog.getByRole('button', { name: 'Void invoice' }).click()
  await expect(toastOf(page)).toContainText('Invoice voided')
  await expect(page.getByText('Void. No payment due. Billed twice.')).toBeVisible()

  await page.goto(`${portal.url}/client-folders/${cast.folderId}?tab=invoices`)
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
  await signInAs(client.page, portal, cast.ann, '/invoices')
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

test('staff read only the invoices of their folders; only administrators get the bookkeeping exports', async ({
  portal,
  person,
}) => {
  const cast = await castOf(portal, 'Tidewater Tiles')
  const other = await castOf(portal, 'Loudoun Lumber')
  const mine = await sentInvoice(cast, inDays(20))
  const theirs = await sentInvoice(other, inDays(20))
  const { page, expectFault } = await person()
  expectFault(/status of 404/)
  await signInAs(page, portal, cast.sam, '/invoices')
  const cards = itemsOf(page, 'Invoices')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(mine.invoiceNumber)
  for (const notTheirs of ['Create Invoice', 'Export'])
    await expect(page.getByRole('button', { name: notTheirs })).toHaveCount(0)
  await page.goto(`${portal.url}/invoices/${mine.id}`)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  for (const notTheirs of ['Record payment', 'More'])
    await expect(page.getByRole('button', { name: notTheirs })).toHaveCount(0)
  await page.goto(`${portal.url}/invoices/${theirs.id}`)
  await expect(page.getByText('We couldn’t find this invoice')).toBeVisible()

  const office = await person()
  await signIn(office.page, portal, 'admin', '/invoices?q=Tidewater')
  await expect(itemsOf(office.page, 'Invoices')).toHaveCount(1)
  await office.page.getByRole('button', { name: 'Export' }).click()
  await expectAccessible(office.page, 'the export')
  const download = office.page.waitForEvent('download')
  await office.page.getByRole('link', { name: 'Invoices (CSV)' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`${mine.invoiceNumber},sent,`)
  expect(file).toContain('1000.00,57.50,1057.50,0.00,1057.50')
})

test('an invoice form survives a lost connection, and is sent once', async ({ portal, person }) => {
  const cast = await castOf(portal, 'Shenandoah Cider')
  const { page, expectFault } = await person()
  expectFault(/ERR_CONNECTION_RESET/)
  await signIn(page, portal, 'admin', `/invoices?folder=${cast.folderId}`)
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await dialog.getByRole('button', { name: 'Add line' }).click()
  await line(page, 1).getByLabel('Description').fill('Hiring plan')
  await line(page, 1).getByLabel('Rate').fill('450')
  await page.route('**/api/invoices', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t reach the server')
  await expect(line(page, 1).getByLabel('Description')).toHaveValue('Hiring plan')
  await page.unroute('**/api/invoices')
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(toastOf(page)).toContainText('Invoice created successfully')
  await expect(itemsOf(page, 'Invoices')).toHaveCount(1)
})
