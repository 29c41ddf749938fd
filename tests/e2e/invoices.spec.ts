// Invoices: created and sent by the office, seen by the client right away, and limited to the staff of the folder.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { billedCompany, sentInvoice } from './invoices.ts'
import { signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, itemsOf, signIn, test, toastOf } from './portal.ts'

const line = (page: Page, number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
const sum = (page: Page, label: string) =>
  page.getByLabel('Totals').first().getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]')

test('the office creates an invoice from a contract and sends it; the client sees it right away', async ({
  portal,
  person,
}) => {
  const company = await billedCompany(portal, 'Marchetti Roofing')
  const { contractNumber } = await company.admin<{ contractNumber: string }>('POST', '/api/contracts', {
    clientFolderId: company.folderId,
    clientName: 'Ann Marchetti',
    clientEmail: company.ann.email,
    startDate: inDays(0),
    services: [{ customName: 'Handbook rewrite', estimatedHours: 10, hourlyRate: 12_550 }],
  })
  const client = await person('phone')
  await signInAs(client.page, portal, company.ann)
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

test('staff read only the invoices of their folders; only administrators get the bookkeeping exports', async ({
  portal,
  person,
}) => {
  const company = await billedCompany(portal, 'Tidewater Tiles')
  const other = await billedCompany(portal, 'Loudoun Lumber')
  const mine = await sentInvoice(company, inDays(20))
  const theirs = await sentInvoice(other, inDays(20))
  const { page, expectFault } = await person()
  expectFault(/status of 404/)
  await signInAs(page, portal, company.sam, '/invoices')
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
  const company = await billedCompany(portal, 'Shenandoah Cider')
  const { page, expectFault } = await person()
  expectFault(/ERR_CONNECTION_RESET/)
  await signIn(page, portal, 'admin', `/invoices?folder=${company.folderId}`)
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
