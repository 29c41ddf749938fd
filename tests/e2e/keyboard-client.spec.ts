// A client without a mouse: sends a requested document, answers a proposal, and signs a contract.
import { pdf } from '../samples.ts'
import { addCompany, signInAs } from './people.ts'
import { keysOf } from './keyboard.ts'
import { expect, expectReceived, type Portal, test, toastOf } from './portal.ts'

const companyOf = (portal: Portal, name: string) => addCompany(portal, { name, ann: 'Corbett', sam: 'Hale' })

test('by keyboard alone: staff request a document, and the client sends it', async ({ portal, person }) => {
  const { sam, ann, folderId } = await companyOf(portal, 'Corbett Bindery')
  const { page: desk } = await person()
  const team = keysOf(desk)
  await signInAs(desk, portal, sam, `/client-folders/${folderId}?tab=requests`)
  const opener = desk.getByRole('button', { name: 'Request a document' })
  await team.use(opener)
  const dialog = desk.getByRole('dialog', { name: 'Request a document' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await team.type('Organization chart')
  await team.use(dialog.getByRole('button', { name: 'Request document' }))
  await expect(toastOf(desk)).toContainText('Document request created successfully')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  const { page } = await person()
  const keys = keysOf(page)
  await signInAs(page, portal, ann)
  await keys.use(page.getByRole('button', { name: /^Upload ?: Send us “Organization chart”$/ }))
  const chooser = page.waitForEvent('filechooser')
  await keys.use(page.getByRole('button', { name: 'Upload for Organization chart' }))
  await (await chooser).setFiles({ name: 'Chart.pdf', mimeType: 'application/pdf', buffer: pdf('Chart') })
  const panel = page.getByRole('dialog', { name: 'Organization chart' })
  await expect(panel.getByText('Submitted', { exact: true })).toBeVisible()

  await team.use(desk.getByRole('button', { name: 'Accept Organization chart' }))
  await expect(panel.getByText('Completed', { exact: true })).toBeVisible()
})

test('by keyboard alone: a proposal is approved, and its contract signed', async ({ portal, person }) => {
  const { admin, ann, folderId } = await companyOf(portal, 'Corbett Cartography')
  const proposal = await admin('POST', '/api/proposals', {
    clientFolderId: folderId,
    title: 'A handbook for surveyors',
    description: 'What we would do.',
    services: [{ customName: 'Employee handbook', estimatedHours: 24, hourlyRate: 15_000 }],
    validUntil: '2099-12-31',
  })
  await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
  const { page } = await person()
  const keys = keysOf(page)
  await signInAs(page, portal, ann)
  await keys.use(page.getByRole('button', { name: /^Review ?: Respond to the proposal/ }))
  await expect(page.getByRole('article')).toContainText('$3,600.00')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await keys.use(approve)
  const dialog = page.getByRole('dialog', { name: 'Approve this proposal' })
  await expect(dialog.locator(':focus')).toBeVisible()
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(approve).toBeFocused()
  await keys.press('Enter')
  await keys.fill(dialog.getByLabel('Comment'), 'Please start in May.')
  await keys.use(dialog.getByRole('button', { name: 'Approve proposal' }))
  await expect(toastOf(page)).toContainText('Proposal approved successfully')

  const contract = await admin('POST', '/api/contracts', {
    clientFolderId: folderId,
    clientName: 'Ann Corbett',
    clientEmail: ann.email,
    totalValue: 360_000,
    startDate: '2026-12-01',
  })
  await page.goto(`${portal.url}/contracts/${contract.id}`)
  await keys.use(page.getByRole('link', { name: 'Sign contract' }))
  await expectReceived(page)
  await keys.use(page.getByRole('checkbox', { name: /^I have read/ }), 'Space')
  await keys.fill(page.getByRole('textbox', { name: 'Your full name' }), 'Ann B. Corbett')
  await keys.fill(page.getByRole('textbox', { name: 'Your password' }), ann.password)
  await keys.use(page.getByRole('button', { name: 'Sign contract' }))
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await keys.to(page.getByRole('link', { name: 'Signed contract' }))
})
