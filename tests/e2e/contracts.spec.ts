// Contracts: created from a proposal or custom lines, read by the client, edited, declined, and cancelled, with live
// updates.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, type Caller, callerFor, demonstration, signInAs, emailsOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf, itemsOf } from './portal.ts'

/** A folder with its own client and its own staff member. */
async function folderOf(portal: Portal, company: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Whitlock' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Keller' })
  const { id } = await addFolder(admin, { name: company, client, staff })
  return { admin, staff, client, folderId: id, asClient: await callerFor(portal, client) }
}

async function approvedProposal(admin: Caller, asClient: Caller, clientFolderId: string) {
  const proposal = await admin('POST', '/api/proposals', {
    clientFolderId,
    title: 'Handbook and training',
    description: 'What we would do.',
    services: [
      { customName: 'Employee handbook', estimatedHours: 24, hourlyRate: 15_000 },
      { customName: 'Supervisor training', estimatedHours: 12.5, hourlyRate: 12_550 },
    ],
    validUntil: '2099-12-31',
  })
  await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  await asClient('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'approved' })
}

const makeContract = (admin: Caller, clientFolderId: string, more = {}) =>
  admin<{ id: string; contractNumber: string }>('POST', '/api/contracts', {
    clientFolderId,
    clientName: 'Ann Keller',
    clientEmail: 'ann@journey.example',
    totalValue: 450_000,
    startDate: '2026-12-01',
    ...more,
  })

async function choose(page: Page, field: string, words: string) {
  const picker = page.getByRole('dialog').getByRole('combobox', { name: field })
  await picker.click()
  await picker.fill(words)
  await page.getByRole('option', { name: new RegExp(words) }).click()
}

test('an administrator creates a contract from a proposal, and its client declines it with a reason', async ({
  portal,
  person,
}) => {
  const { admin, client, staff, folderId, asClient } = await folderOf(portal, 'Accomack Boat Works')
  await approvedProposal(admin, asClient, folderId)
  const office = await person()
  await signInAs(office.page, portal, demonstration('admin'))
  await office.page.getByRole('link', { name: 'Contracts' }).first().click()
  await expect(office.page.getByRole('heading', { level: 1 })).toHaveText('Contract Generator')
  await office.page.getByRole('button', { name: 'Create Contract' }).first().click()
  const dialog = office.page.getByRole('dialog')
  await choose(office.page, 'Client folder', 'Accomack')
  await expect(dialog.getByLabel('Client name')).toHaveValue('Ann Keller')
  await expect(dialog.getByLabel('Client email')).toHaveValue(client.email)
  await choose(office.page, 'Proposal', 'Handbook')
  await expect(dialog.getByText('Total value').last()).toContainText('$5,168.75')
  // In the form, and in the preview next to it.
  const rows = dialog.getByRole('row', { name: /Supervisor training/ })
  await expect(rows).toContainText(['$1,568.75', '$1,568.75'])
  await expectAccessible(office.page, 'the dialog of a new contract, filled from a proposal')
  await dialog.getByLabel('Start date').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(toastOf(office.page)).toContainText('Contract created successfully')
  const card = itemsOf(office.page, 'Contracts').filter({ hasText: 'Accomack' })
  await expect(card).toContainText('$5,168.75')
  await expectAccessible(office.page, 'the list of contracts')
  await card.getByRole('link', { name: /^PROHR-/ }).click()
  await expect(office.page.getByRole('article')).toContainText('Employee handbook')
  await expect(office.page.getByText('Waiting for Ann Keller.')).toBeVisible()

  const home = await person('phone')
  await signInAs(home.page, portal, client, '/agreements')
  await home.page
    .getByRole('list', { name: 'Agreements' })
    .getByRole('link', { name: /^Contract PROHR-/ })
    .click()
  await expect(home.page.getByText('Awaiting your signature.')).toBeVisible()
  await expect(home.page.getByRole('main')).not.toContainText('Draft')
  await expectAccessible(home.page, 'a contract on a phone')
  await expectNoSidewaysScroll(home.page)
  await expect(home.page.getByRole('link', { name: 'Sign contract' })).toHaveAttribute('href', /\/contracts\/.+\/sign$/)
  await home.page.getByRole('button', { name: 'Decline' }).click()
  const decline = home.page.getByRole('dialog')
  await decline.getByRole('button', { name: 'Decline contract' }).click()
  await expect(decline.getByLabel('Reason for declining')).toHaveAccessibleDescription(
    'Enter the reason for declining.',
  )
  await decline.getByLabel('Reason for declining').fill('We would rather start in spring.')
  await expectAccessible(home.page, 'declining a contract')
  await decline.getByRole('button', { name: 'Decline contract' }).click()
  await expect(toastOf(home.page)).toContainText('Contract declined')
  await expect(home.page.getByRole('button', { name: 'Decline' })).toHaveCount(0)

  // The office's open page updates live.
  await expect(office.page.getByText('We would rather start in spring.')).toBeVisible()
  await expect(office.page.getByText('Declined by Ann Keller')).toBeVisible()
  await expect(office.page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  const emails = (await emailsOf(admin)).filter(({ to }) => to === staff.email)
  expect(emails.map(({ subject }) => subject)).toContain('ProHR portal: a client declined a contract')
  expect(emails.every(({ text }) => !text.includes('spring'))).toBe(true)
})

test('without a proposal the lines or a typed value count; it is edited, downloaded, and cancelled', async ({
  portal,
  person,
}) => {
  const { client, folderId } = await folderOf(portal, 'Bedford Charter School')
  const office = await person()
  const { page } = office
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${folderId}?tab=contracts`)
  await expect(page.getByText('No contracts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Contract' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Client name')).toHaveValue('Ann Keller')
  await dialog.getByLabel('Client name').fill('')
  await dialog.getByLabel('Start date').fill('')
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(dialog.getByLabel('Client name')).toHaveAccessibleDescription('Client name is required')
  await expect(dialog.getByLabel('Start date')).toHaveAccessibleDescription('Start date is required')
  await dialog.getByLabel('Client name').fill('Ann Keller')
  await dialog.getByLabel('Start date').fill('2026-12-01')
  await dialog.getByLabel('End date').fill('2026-11-01')
  // Server-side errors appear at their fields, and nothing typed is lost.
  office.expectFault(/status of 400.*api\/contracts/)
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(dialog.getByLabel('End date')).toHaveAccessibleDescription('The end date is before the start date.')
  await dialog.getByLabel('End date').fill('2027-06-30')
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(dialog.getByLabel('Total value')).toHaveAccessibleDescription(
    'Total value is required when no proposal is chosen',
  )
  await dialog.getByLabel('Total value').fill('4500.50')
  await expectAccessible(page, 'the dialog of a new contract')
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  const row = itemsOf(page, 'Contracts')
  await expect(row).toContainText('$4,500.50')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/contracts\/[0-9a-f-]+$/)

  const reader = await person()
  await signInAs(reader.page, portal, client)
  await reader.page.goto(page.url())
  await expect(reader.page.getByRole('article')).toContainText('Total value$4,500.50')

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Add a custom line' }).click()
  await dialog.getByLabel('Service', { exact: true }).fill('HR audit')
  await dialog.getByLabel('Hours').fill('10')
  await dialog.getByLabel('Rate', { exact: true }).fill('150')
  await expect(dialog.getByText('Total value $1,500.00')).toBeVisible()
  await dialog.getByLabel('Terms').fill('Net 30.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Contract updated successfully')
  await expect(reader.page.getByRole('article')).toContainText('HR audit')
  await expect(reader.page.getByRole('article')).toContainText('$1,500.00')

  const [download] = await Promise.all([
    reader.page.waitForEvent('download'),
    reader.page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^PROHR-\d{6}-\d{3}\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: 'Cancel contract' }).click()
  await dialog.getByLabel('Reason').fill('Another one takes its place.')
  await dialog.getByRole('button', { name: 'Cancel contract' }).click()
  await expect(toastOf(page)).toContainText('Contract canceled')
  await expect(reader.page.getByText('Another one takes its place.')).toBeVisible()
  await expect(reader.page.getByRole('link', { name: 'Sign contract' })).toHaveCount(0)
  await expectAccessible(reader.page, 'a contract that was cancelled')
})

test('two administrators edit one contract: the second sees what changed and keeps what they typed', async ({
  portal,
  person,
}) => {
  const { admin, folderId } = await folderOf(portal, 'Carroll Millwork')
  const contract = await makeContract(admin, folderId)
  const late = await person()
  await signInAs(late.page, portal, demonstration('admin'), `/contracts/${contract.id}`)
  await late.page.getByRole('button', { name: 'Edit' }).click()
  const dialog = late.page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('(757) 555-0199')
  await admin('PUT', `/api/contracts/${contract.id}`, { clientCompany: 'Carroll Millwork, Inc.' })
  late.expectFault(/status of 412/)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Company is now: Carroll Millwork, Inc.')).toBeVisible()
  await expect(dialog.getByLabel('Phone')).toHaveValue('(757) 555-0199')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(late.page)).toContainText('Contract updated successfully')
  await expect(late.page.getByRole('article')).toContainText('(757) 555-0199')
  await expect(late.page.getByRole('article')).toContainText('Carroll Millwork, Inc.')
})

test('staff can read but not change the contracts of their folders; filters are in the address', async ({
  portal,
  person,
}) => {
  const { admin, staff, folderId } = await folderOf(portal, 'Dinwiddie Dairy')
  const kept = await makeContract(admin, folderId, { clientCompany: 'Dinwiddie Dairy' })
  const gone = await makeContract(admin, folderId, { clientCompany: 'Dinwiddie Creamery' })
  await admin('PATCH', `/api/contracts/${gone.id}/status`, { status: 'cancelled' })
  const others = await folderOf(portal, 'Essex Oysters')
  const foreign = await makeContract(admin, others.folderId)

  const { page, expectFault } = await person()
  await signInAs(page, portal, staff)
  const navigation = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(navigation.getByRole('link', { name: 'Contracts' })).toHaveCount(0)
  await page.goto(`${portal.url}/contracts`)
  const cards = itemsOf(page, 'Contracts')
  await expect(cards).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Create Contract' })).toHaveCount(0)
  const views = page.getByRole('group', { name: 'Views of contracts' })
  await views.getByRole('button', { name: /^Cancelled/ }).click()
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL(/status=cancelled/)
  await page.reload()
  await expect(cards).toContainText([gone.contractNumber])
  await views.getByRole('button', { name: /^All/ }).click()
  await page.getByLabel('Search contracts').fill('dairy')
  await expect(cards).toContainText([kept.contractNumber])
  await page.getByLabel('Search contracts').fill('nobody at all')
  await expect(page.getByText('No matching contracts')).toBeVisible()
  await expectAccessible(page, 'a search that finds no contract')
  await page.getByRole('button', { name: 'Show all contracts' }).click()
  await expect(cards).toHaveCount(2)

  await page.goto(`${portal.url}/contracts/${kept.id}`)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  for (const name of ['Edit', 'Cancel contract', 'Decline', 'Complete', 'Terminate'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  expectFault(/status of 404/)
  await page.goto(`${portal.url}/contracts/${foreign.id}`)
  await expect(page.getByText('We couldn’t find this contract')).toBeVisible()
})
