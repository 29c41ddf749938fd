// A proposal from its first line to the contract: created by staff, answered by the client, revised in between.
import type { Page } from '@playwright/test'
import { addCompany, callerFor, type Company, demonstration, signInAs } from './people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inDays,
  itemsOf,
  type Portal,
  test,
  toastOf,
} from './portal.ts'

const companyOf = (portal: Portal, name: string) => addCompany(portal, { name, ann: 'Lindqvist', sam: 'Okafor' })

const sentProposal = async (portal: Portal, { sam, folderId }: Company, title: string) => {
  const staff = await callerFor(portal, sam)
  const { id } = await staff('POST', '/api/proposals', {
    clientFolderId: folderId,
    title,
    description: 'A first handbook for the shop.',
    services: [{ customName: 'Handbook review', estimatedHours: 24, hourlyRate: 12_550 }],
    timeline: [{ phase: 'Assessment', duration: '1-2 weeks' }],
    validUntil: inDays(30),
  })
  await staff('PATCH', `/api/proposals/${id}/status`, { status: 'sent' })
  return id
}

const lineOf = (page: Page, number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })

test('staff create a proposal from rate cards and custom lines, and keep what they typed', async ({
  portal,
  person,
}) => {
  const company = await companyOf(portal, 'Lindqvist Foundry')
  await company.admin('POST', '/api/service-rates', {
    serviceName: 'Foundry safety review',
    serviceType: 'hr-operations',
    description: 'On site.',
    hourlyRate: 12_550,
    projectRate: 400_000,
  })
  const { page, expectFault } = await person()
  await signInAs(page, portal, company.sam)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Proposals' }).click()
  await expect(page.getByText('No proposals yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Proposal' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Proposal' })
  const submit = dialog.getByRole('button', { name: 'Create Proposal' })
  await expect(submit).toBeDisabled()
  for (const [index, duration] of ['1-2 weeks', '2-4 weeks', '1 week'].entries())
    await expect(dialog.getByRole('group', { name: `Phase ${index + 1}` }).getByLabel('Duration')).toHaveValue(duration)

  await dialog.getByRole('combobox', { name: 'Client folder' }).fill('foundry')
  await dialog.getByRole('option', { name: /Lindqvist Foundry/ }).click()
  const rates = dialog.getByRole('combobox', { name: /Add from a rate card/ })
  await rates.fill('foundry')
  await dialog.getByRole('option', { name: /Hourly, \$125\.50\/hr/ }).click()
  await rates.fill('foundry')
  await dialog.getByRole('option', { name: /Project price, \$4,000 a project/ }).click()
  await dialog.getByRole('button', { name: 'Add a custom line' }).click()
  await expect(lineOf(page, 3).getByLabel('Service')).toBeFocused()
  await page.keyboard.type('Travel')
  await lineOf(page, 1).getByLabel('Hours').fill('2.5')
  await lineOf(page, 3).getByLabel('Rate').fill('80')
  const total = dialog.getByLabel('Total', { exact: true })
  await expect(total).toHaveText('$4,393.75')

  // Invalid input is an error, remains as typed, and is not part of the total.
  await lineOf(page, 3).getByLabel('Hours').fill('two')
  await expect(lineOf(page, 3).getByLabel('Hours')).toHaveAccessibleDescription('Enter a number such as 7.5.')
  await expect(total).toHaveText('$4,313.75')
  await lineOf(page, 3).getByLabel('Rate').focus()
  await expect(lineOf(page, 3).getByLabel('Hours')).toHaveValue('two')
  await lineOf(page, 3).getByLabel('Hours').fill('3')

  // Moved by keyboard; the focus moves with the line.
  await lineOf(page, 3).getByLabel('Service').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(lineOf(page, 2).getByLabel('Service')).toHaveValue('Travel')
  await expect(lineOf(page, 2).getByLabel('Service')).toBeFocused()
  await dialog.getByRole('button', { name: 'Move line 2 down' }).click()
  await dialog.getByRole('button', { name: 'Remove line 2' }).click()
  await expect(lineOf(page, 2).getByLabel('Service')).toHaveValue('Travel')
  await expect(total).toHaveText('$553.75')
  await expectAccessible(page, 'a proposal being written')

  // Refused by the form, then by the server: nothing typed is lost.
  await submit.click()
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await dialog.getByLabel('Title').fill('Safety for the furnace crew')
  await dialog.getByLabel('Description').first().fill('Two days on site, then a written plan.')
  await dialog.getByLabel('Valid until').fill('2020-01-01')
  expectFault(/status of 400 .*\/api\/proposals\)$/)
  await submit.click()
  await expect(dialog.getByLabel('Valid until')).toHaveAccessibleDescription('Choose today or a later date.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Safety for the furnace crew')
  await expect(lineOf(page, 1).getByLabel('Hours')).toHaveValue('2.5')
  await dialog.getByLabel('Valid until').fill(inDays(20))
  await submit.click()
  await expect(toastOf(page)).toContainText('Proposal created successfully')
  await expect(dialog).toBeHidden()

  const card = itemsOf(page, 'Proposals')
  await expect(card).toContainText('Safety for the furnace crew')
  await expect(card).toContainText('$553.75')
  await expect(card).toContainText('Draft')
  await expectAccessible(page, 'the grid of proposals')

  await card.getByRole('link', { name: 'Safety for the furnace crew' }).click()
  await expect(page.getByRole('article')).toContainText('Foundry safety review')
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit proposal' })
  await expect(edit.getByLabel('Valid until')).toHaveValue(inDays(20))
  await lineOf(page, 1).getByLabel('Hours').fill('8')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('article')).toContainText('$1,244.00')
  await page.getByRole('button', { name: 'Send to client' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send proposal' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(toastOf(page)).toContainText('Proposal sent successfully')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expectAccessible(page, 'a sent proposal')
})

test('the client approves on a phone with a comment; staff see it right away and an administrator creates the contract', async ({
  portal,
  person,
}) => {
  const company = await companyOf(portal, 'Lindqvist Pottery')
  const id = await sentProposal(portal, company, 'Kiln crew handbook')
  const sam = await person()
  await signInAs(sam.page, portal, company.sam, `/proposals/${id}`)
  await expect(sam.page.getByText('Sent', { exact: true })).toBeVisible()

  const ann = await person('phone')
  await signInAs(ann.page, portal, company.ann)
  await ann.page.goto(`${portal.url}/proposals`)
  await expect(ann.page.getByRole('heading', { name: 'Proposals', level: 1 })).toBeVisible()
  await ann.page.getByRole('link', { name: 'Kiln crew handbook' }).click()
  await expect(ann.page.getByRole('article')).toContainText('$3,012.00')
  await expectAccessible(ann.page, 'a proposal on a phone')
  await expectNoSidewaysScroll(ann.page)
  // The buttons remain visible at every scroll position.
  await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await ann.page.getByRole('button', { name: 'Approve' }).click()
  const dialog = ann.page.getByRole('dialog', { name: 'Approve this proposal' })
  await dialog.getByLabel('Comment').fill('Please start in May.')
  await expectAccessible(ann.page, 'approving')
  await dialog.getByRole('button', { name: 'Approve proposal' }).click()
  await expect(toastOf(ann.page)).toContainText('Proposal approved successfully')
  await expect(ann.page.getByRole('button', { name: 'Approve' })).toBeHidden()

  await expect(sam.page.getByText('Please start in May.')).toBeVisible()
  await expect(sam.page.getByText('Approved', { exact: true })).toBeVisible()
  await expect(sam.page.getByRole('button', { name: 'Create contract' })).toBeHidden()

  const alice = await person()
  await signInAs(alice.page, portal, demonstration('admin'), `/proposals/${id}`)
  await alice.page.getByRole('button', { name: 'Create contract' }).click()
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Create contract' }).click()
  await expect(toastOf(alice.page)).toContainText('Contract created successfully')
  await expect(alice.page).toHaveURL(/\/contracts\//)
  await alice.page.goto(`${portal.url}/proposals/${id}`)
  await expect(alice.page.getByRole('link', { name: 'Resulting contract' })).toBeVisible()
  await expect(alice.page.getByRole('button', { name: 'Create contract' })).toBeHidden()
})

test('a declined proposal is revised; the client reads both versions and responds to the new one', async ({
  portal,
  person,
}) => {
  const company = await companyOf(portal, 'Lindqvist Glass')
  const id = await sentProposal(portal, company, 'Glass crew handbook')
  const ann = await person('narrow')
  await signInAs(ann.page, portal, company.ann, `/proposals/${id}`)
  await ann.page.getByRole('button', { name: 'Decline' }).click()
  const dialog = ann.page.getByRole('dialog', { name: 'Decline this proposal' })
  await dialog.getByLabel('Comment').fill('Too many hours.')
  await dialog.getByRole('button', { name: 'Decline proposal' }).click()
  await expect(ann.page.getByText('Too many hours.')).toBeVisible()
  await expectNoSidewaysScroll(ann.page)

  const sam = await person()
  await signInAs(sam.page, portal, company.sam, `/client-folders/${company.folderId}?tab=proposals`)
  await sam.page.getByRole('link', { name: 'Glass crew handbook' }).click()
  await sam.page.getByRole('button', { name: 'Revise' }).click()
  await expect(toastOf(sam.page)).toContainText('Version 2 draft created')
  await expect(sam.page.getByRole('button', { name: 'Send to client' })).toBeVisible()
  await sam.page.getByRole('button', { name: 'Edit' }).click()
  await lineOf(sam.page, 1).getByLabel('Hours').fill('16')
  await sam.page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await expect(sam.page.getByRole('article')).toContainText('$2,008.00')
  await expectAccessible(sam.page, 'a revision')
  await sam.page.getByRole('button', { name: 'Send to client' }).click()
  await sam.page.getByRole('alertdialog').getByRole('button', { name: 'Send proposal' }).click()

  // The client's page updates live.
  await ann.page.getByRole('link', { name: 'Version 2' }).first().click()
  await expect(ann.page.getByRole('article')).toContainText('$2,008.00')
  await expect(ann.page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(ann.page, 'a second version')
  await expectNoSidewaysScroll(ann.page)

  // Withdrawn while the client is about to respond: the refusal says so, and the page shows the current state.
  await ann.page.getByRole('button', { name: 'Approve' }).click()
  await ann.page.getByRole('dialog').getByLabel('Comment').fill('Fine.')
  await sam.page.getByRole('button', { name: 'Withdraw' }).click()
  await sam.page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw proposal' }).click()
  await expect(toastOf(sam.page)).toContainText('Proposal withdrawn successfully')
  ann.expectFault(/status of 409/)
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Approve proposal' }).click()
  await expect(ann.page.getByRole('dialog').getByRole('alert')).toContainText('A withdrawn proposal can’t be changed.')
  await expect(ann.page.getByRole('dialog').getByLabel('Comment')).toHaveValue('Fine.')
})
