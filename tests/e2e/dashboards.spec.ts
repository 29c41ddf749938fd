// Items that need follow-up, and the charts: on both dashboards, by mouse and keyboard, and removed once done.
import type { Page } from '@playwright/test'
import pg from 'pg'
import { runningConnection } from '../../server/embedded-postgres/supervisor.ts'
import { addFolder, addPerson, callerFor, demonstration, requestOf, signInAs, visitorOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

const chased = (page: Page, group: string) => page.getByRole('region', { name: group }).getByRole('listitem')

/** Nothing is days old in a test, so the records' dates are moved back. */
async function makeOlder(portal: Portal, statements: string[]) {
  const connection = runningConnection(portal.dataDir)
  if (connection === undefined) throw new Error('The portal has no database of its own')
  const client = new pg.Client(connection)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test('items that need follow-up are listed, link to their pages, and disappear when done', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Overton' })
  const sue = await addPerson(portal, admin, { role: 'staff', firstName: 'Sue', lastName: 'Elsewhere' })
  const folder = await addFolder(admin, { name: 'Old Dominion Millwork', staff: sam })
  const staff = await callerFor(portal, sam)
  for (let n = 1; n <= 5; n++) {
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: folder.id,
      lineItems: [{ description: 'Consulting', quantity: n, rate: 100_000 }],
      dueDate: `2026-0${n}-01`,
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
  }
  const task = { title: 'Send the old handbook', description: 'Any version will do.', dueDate: '2026-01-15' }
  await staff('POST', `/api/client-folders/${folder.id}/assignments`, task)
  await visitorOf(portal)('POST', '/api/service-requests', requestOf('Accomack Oysters'))
  await makeOlder(portal, [`update service_requests set created_at = now() - interval '25 hours'`])

  const { page } = await person()
  await signInAs(page, portal, sam, '/reports')
  await expect(chased(page, 'Requests past 24 hours')).toHaveText([/Accomack Oysters.*1 h overdue/s])
  await expect(chased(page, 'Overdue invoices')).toHaveCount(3)
  await expect(chased(page, 'Overdue invoices').first()).toContainText(/INV-.*\$1,057\.50.*Old Dominion.*days overdue/s)
  await page.getByRole('button', { name: 'Show all 5 Overdue invoices' }).click()
  await expect(chased(page, 'Overdue invoices')).toHaveCount(5)
  await expectAccessible(page, 'what needs follow-up')

  // Each item links to its page, and a completed one disappears without a reload.
  await page.getByRole('link', { name: 'Accomack Oysters' }).click()
  await expect(page.getByRole('dialog', { name: 'Accomack Oysters' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(page)).toContainText('Service request updated successfully')
  await page.goto(`${portal.url}/reports`)
  await expect(page.getByRole('region', { name: 'Requests past 24 hours' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Send the old handbook' }).click()
  await expect(page.getByRole('dialog', { name: 'Send the old handbook' })).toBeVisible()
  await page.goto(`${portal.url}/reports`)
  const invoices = await admin<{ id: string }[]>('GET', '/api/invoices')
  await expect(chased(page, 'Overdue invoices')).toHaveCount(3)
  for (const { id } of invoices.slice(0, 2)) await admin('PATCH', `/api/invoices/${id}/status`, { status: 'paid' })
  await expect(page.getByRole('region', { name: 'Overdue invoices' })).toContainText('Overdue invoices3')
  await expect(page.getByRole('button', { name: /Overdue invoices$/ })).toHaveCount(0)

  // Other people's clients are not listed.
  const other = await person('phone')
  await signInAs(other.page, portal, sue, '/reports')
  await expect(other.page.getByText('Nothing needs follow-up')).toBeVisible()
  await expect(other.page.getByText('Nothing was billed in the last 12 months.')).toBeVisible()
  await expectAccessible(other.page, 'nothing to follow up')
  await expectNoSidewaysScroll(other.page)
})

test('charts can be read by pointer, by keyboard, as a sentence, and as a table', async ({ person, ownPortal }) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  await admin('POST', '/api/setup-test-data')
  for (const name of ['Done in time', 'Still waiting'])
    await visitorOf(portal)('POST', '/api/service-requests', requestOf(name))
  const [{ id } = { id: '' }] = await admin<{ id: string }[]>('GET', '/api/service-requests')
  await admin('PATCH', `/api/service-requests/${id}/status`, { status: 'in-progress' })
  for (const size of ['desk', 'narrow'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), '/reports')
    const requests = page.getByRole('img', { name: /^2 requests in 12 weeks, 1 of them accepted within 24 hours\./ })
    await expect(requests).toBeVisible()
    await expect(page.getByRole('img', { name: /\$11,103\.75 billed and \$0\.00 collected/ }).first()).toBeVisible()
    const slider = page.getByRole('slider', { name: 'Read by week' })
    await slider.focus()
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      /^Week of .*: Received 2, Within 24 hours 1, Later, or not yet 1$/,
    )
    await page.keyboard.press('ArrowLeft')
    await expect(slider).toHaveAttribute('aria-valuetext', /: Received 0, /)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, `charts, ${size}`)
    const money = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Billing by month' }) })
    await money.getByRole('button', { name: 'Show as table' }).click()
    const table = money.getByRole('table', { name: /billed/ })
    await expect(table.getByRole('row')).toHaveCount(13)
    await expect(table.getByRole('row').nth(1)).toContainText('$11,103.75')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, `a chart as a table, ${size}`)
    await money.getByRole('button', { name: 'Show as chart' }).click()
    await expect(table).toHaveCount(0)
  }
})
