// Monthly reports: charts, tables, and CSV; for staff limited to their own clients, and not for clients.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test } from './portal.ts'

/** A person who accepted a request in time and won a proposal, and whose client was billed. */
async function goodMonthOf(portal: Portal, lastName: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName })
  const folder = await addFolder(admin, { name: `${lastName} Textiles`, client: ann, staff: sam })
  const [staff, client] = [await callerFor(portal, sam), await callerFor(portal, ann)]
  await visitorOf(portal)('POST', '/api/service-requests', requestOf(`${lastName} Weaving`))
  const [request] = await staff<{ id: string }[]>('GET', `/api/service-requests?q=${lastName}`)
  await staff('PATCH', `/api/service-requests/${request?.id}/status`, { status: 'in-progress' })
  const proposal = await admin('POST', '/api/proposals', {
    clientFolderId: folder.id,
    title: 'Handbook',
    description: 'What we would do.',
    services: [{ customName: 'Employee handbook', estimatedHours: 24, hourlyRate: 15_000 }],
    validUntil: '2099-12-31',
  })
  await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  await client('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'approved' })
  const invoice = await admin('POST', '/api/invoices', {
    clientFolderId: folder.id,
    lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
    dueDate: '2099-12-31',
  })
  await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
  return { sam, ann, folder }
}

const reportOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

for (const size of ['desk', 'phone'] as const)
  test(`staff see their monthly reports, at the ${size}`, async ({ portal, person }) => {
    const { sam } = await goodMonthOf(portal, `Harrow-${size}`)
    const { page } = await person(size)
    await signInAs(page, portal, sam, '/reports')
    await expect(page.getByRole('img', { name: /accepted 1 request, 1 of them within 24 hours\./ })).toBeVisible()
    const won = page.getByRole('img', {
      name: /1 proposal sent, totaling \$3,600\.00\. Won: 1 \(\$3,600\.00\)\. Lost: 0/,
    })
    await expect(won).toBeVisible()
    const money = reportOf(page, 'Billed and collected')
    await expect(money.getByRole('img', { name: '$1,057.50 billed and $0.00 collected.', exact: true })).toBeVisible()
    await expectAccessible(page, `the reports, ${size}`)
    await expectNoSidewaysScroll(page)

    // An amount opens the invoices that it is the sum of.
    await money.getByRole('button', { name: /^\$1,057\.50 billed in / }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listitem')).toContainText(`Harrow-${size} Textiles`)
    await expectAccessible(page, `the invoices of a month, ${size}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Receivables' })).toHaveCount(0)

    await page.getByLabel('Proposals by').selectOption('By number')
    await expect(page).toHaveURL(/proposals=count/)
    await money.getByRole('button', { name: 'Show as table' }).press('Enter')
    const chartTable = money.getByRole('region', { name: 'Billed and collected, as a table' })
    await expect(chartTable.getByRole('row', { name: /\$1,057\.50/ })).toHaveCount(1)
    await expectAccessible(page, `a report as a table, ${size}`)
    await expectNoSidewaysScroll(page)
    const csv = page.getByRole('link', { name: 'Billed and collected as CSV' })
    const [file] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(await readFile(await file.path(), 'utf8')).toContain(',1057.50,0.00')

    // Other months are in the address; invalid ones show a sentence.
    await page.getByLabel('To', { exact: true }).selectOption({ index: 1 })
    await page.getByLabel('From', { exact: true }).selectOption({ index: 0 })
    await expect(page.getByRole('alert')).toHaveText('End month must be on or after the start month.')
    await page.getByLabel('From', { exact: true }).selectOption({ index: 1 })
    await expect(page.getByText('Nothing billed or collected in these months.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No proposals were sent or answered in these months.')).toBeVisible()
  })

for (const size of ['desk', 'phone'] as const)
  test(`administrators see outstanding balances, at the ${size}`, async ({ portal, person }) => {
    const { folder } = await goodMonthOf(portal, `Ashdown-${size}`)
    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), '/reports')
    const owed = reportOf(page, 'Receivables')
    await expect(owed.getByRole('region', { name: 'Outstanding balance' })).toContainText('Total outstanding')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      owed.getByRole('link', { name: 'Export receivables as CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(`,Ashdown-${size} Textiles,1,1057.50,1057.50,0.00,`)
    await expectAccessible(page, `the receivables, ${size}`)
    await expectNoSidewaysScroll(page)
    await owed.getByRole('link', { name: `Ashdown-${size} Textiles` }).click()
    await expect(page).toHaveURL(new RegExp(`/client-folders/${folder.id}/statement$`))
    await expect(page.getByText('outstanding balance of $1,057.50 on one invoice')).toBeVisible()
  })

test('reports are not shown to clients, and a failed one says so and is retried', async ({ portal, person }) => {
  const { sam, ann } = await goodMonthOf(portal, 'Sedgwick')
  const client = await person('phone')
  await signInAs(client.page, portal, ann, '/reports')
  await expect(client.page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  expect((await client.page.request.get(`${portal.url}/api/reports/money/csv`)).ok()).toBe(false)

  const { page, expectFault } = await person()
  expectFault(/status of 503 .*\/api\/reports\/money/)
  await page.route('**/api/reports/money*', (route) => route.fulfill({ status: 503, body: '' }))
  await signInAs(page, portal, sam, '/reports')
  const money = reportOf(page, 'Billed and collected')
  const again = money.getByRole('button', { name: /again/i })
  await expect(again).toBeVisible()
  await expect(page.getByRole('img', { name: /accepted 1 request/ })).toBeVisible()
  await page.unroute('**/api/reports/money*')
  await again.click()
  await expect(money.getByRole('img', { name: /\$1,057\.50 billed/ })).toBeVisible()
})
