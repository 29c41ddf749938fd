// From an approved proposal to a sent invoice, in the folder's overview and along the chain of its agreements.
import { addFolder, addPerson, callerFor, demonstration, signContractAs, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

async function approvedProposal(portal: Portal, name: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Kerr' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bristow' })
  const { id } = await addFolder(admin, { name, client: ann, staff: sam })
  const proposal = await admin('POST', '/api/proposals', {
    clientFolderId: id,
    title: 'Handbook and supervisor training',
    description: 'A handbook, and two days of training.',
    services: [{ customName: 'Handbook', estimatedHours: 10, hourlyRate: 17_500 }],
    validUntil: '2099-12-31',
  })
  await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  const client = await callerFor(portal, ann)
  await client('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'approved' })
  return { id, admin, ann, sam, client, proposalId: proposal.id }
}

test('the overview of a folder shows its open work, amounts, messages, and dates', async ({ portal, person }) => {
  const { id, sam, client } = await approvedProposal(portal, 'Bristow Boatyard')
  await client('POST', `/api/client-folders/${id}/messages`, { content: 'When can we start?' })
  const staff = await callerFor(portal, sam)
  const task = { title: 'Name a contact', description: 'For payroll.', dueDate: '2099-01-02' }
  await staff('POST', `/api/client-folders/${id}/assignments`, task)
  for (const size of ['desk', 'phone'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), `/client-folders/${id}`)
    await expect(page.getByRole('heading', { name: 'Bristow Boatyard', level: 1 })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    const work = page.getByRole('list', { name: 'Open work' }).getByRole('listitem')
    await expect(work.filter({ hasText: 'Create a contract from “Handbook' })).toContainText('$1,750.00')
    await expect(work.filter({ hasText: 'When can we start?' }).getByRole('button', { name: /^Reply/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Latest messages' })).toContainText('When can we start?')
    await expect(page.getByRole('list', { name: 'Next dates' })).toContainText('Name a contact')
    await expectAccessible(page, `the overview of a folder, ${size}`)
    await expectNoSidewaysScroll(page)
  }
})

test('an archived folder says so, and has no open work', async ({ portal, person }) => {
  const { id, admin } = await approvedProposal(portal, 'Bristow Chandlery')
  await admin('PATCH', `/api/client-folders/${id}`, { status: 'archived' })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${id}`)
  await expect(page.getByText('This folder is archived and can only be read.')).toBeVisible()
  await expect(page.getByText('An archived folder has no open work.')).toBeVisible()
  await expectAccessible(page, 'an archived folder')
})

test('an approved proposal becomes a contract after a preview, and the contract shows its invoices', async ({
  portal,
  person,
}) => {
  const { ann, proposalId } = await approvedProposal(portal, 'Bristow Café')
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/proposals/${proposalId}`)
  await page.getByRole('button', { name: 'Create contract' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create contract' })
  await expect(dialog.getByRole('status').filter({ hasText: /^Page 1 of \d+$/ })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Handbook')
  await expectAccessible(page, 'the preview of a contract')
  await dialog.getByRole('button', { name: 'Create contract' }).click()
  await expect(page).toHaveURL(/\/contracts\/[0-9a-f-]+$/)
  const chain = page.getByRole('navigation', { name: 'Related agreements' })
  await expect(chain.getByRole('link', { name: /Handbook and supervisor training/ })).toContainText('Approved')
  await expect(chain.locator('[aria-current=page]')).toContainText('Contract, $1,750.00')

  // The client signs.
  const contractId = page.url().split('/').at(-1)
  await signContractAs(portal, ann, contractId ?? '')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]+$/)
  await page.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Send invoice' }).click()
  await expect(chain.locator('[aria-current=page]')).toContainText('Sent')
  await expectAccessible(page, 'the chain of an invoice')
  await chain.getByRole('link', { name: /^PROHR-/ }).click()
  const invoices = page.getByRole('list', { name: 'Invoices of this contract' })
  await expect(invoices.getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('#invoices')).toContainText('Outstanding')
  await expectAccessible(page, 'a contract with its invoices')
  const phone = await person('phone')
  await signInAs(phone.page, portal, ann, `/contracts/${contractId}`)
  await expect(phone.page.getByRole('navigation', { name: 'Related agreements' })).toContainText('Handbook and')
  await expectAccessible(phone.page, 'the chain on a client’s phone')
  await expectNoSidewaysScroll(phone.page)
})

test('a signed contract is billed in installments, and says what is billed and what isn’t yet', async ({
  portal,
  person,
}) => {
  const { id: clientFolderId, admin, ann } = await approvedProposal(portal, 'Bristow Sailmakers')
  const facts = { clientName: 'Ann Bristow', clientEmail: ann.email, totalValue: 100_000, startDate: '2026-12-01' }
  const contract = await admin('POST', '/api/contracts', { clientFolderId, ...facts })
  await signContractAs(portal, ann, contract.id)
  const { page, expectFault } = await person()
  await signInAs(page, portal, demonstration('admin'), `/contracts/${contract.id}`)
  await page.getByRole('button', { name: 'Create invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Invoice' })
  await dialog.getByRole('radio', { name: /^Installments/ }).check()
  const parts = dialog.getByRole('list', { name: 'Installments' }).getByRole('listitem')
  await expect(parts).toHaveCount(3)
  await expect(parts.last().getByLabel('Amount')).toHaveValue('333.34')
  await picture(page, 'installments')
  await expectAccessible(page, 'installments of a contract')
  await expectNoSidewaysScroll(page)

  // An amount that doesn't add up is named before and after sending.
  expectFault(/status of 400 .*\/installments\)$/)
  await parts.first().getByLabel('Amount').fill('300')
  await expect(dialog.getByText(/\$33\.33 less than the unbilled amount/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create invoices' }).click()
  await expect(dialog.getByText(/add up to \$966\.67, but \$1,000\.00/).first()).toBeVisible()
  await picture(page, 'installments-missing')
  await dialog.getByLabel('Number of installments').selectOption('2')
  await expect(parts).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Create invoices' }).click()
  await expect(toastOf(page)).toContainText('2 draft invoices created')
  const billed = page.locator('#invoices')
  await expect(billed.getByRole('listitem')).toHaveCount(2)
  await expect(billed.locator('dl')).toContainText(/Billed before tax\s*\$1,000\.00/)
  await expect(billed.locator('dl')).toContainText(/Not billed yet\s*\$0\.00/)
  await expectAccessible(page, 'a contract that is billed in installments')
  await picture(page, 'installments-billed')

  // Another invoice would bill more than the contract has.
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(dialog.getByText(/\$1,000\.00 more than the unbilled amount/)).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await picture(page, 'invoice-above-contract')
})
