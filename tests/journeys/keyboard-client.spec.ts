// A client without a mouse: what was asked for is sent, a proposal answered, a contract signed.
import { pdf } from '../samples.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { keysOf } from './keyboard.ts'
import { expect, type Portal, test, toastOf } from './portal.ts'

async function castOf(portal: Portal, name: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Hale' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Corbett' })
  const { id } = await addFolder(admin, { name, client: ann, staff: sam })
  return { admin, sam, ann, folderId: id }
}

test('by keyboard alone: staff ask for a document, and the client sends it', async ({ portal, person }) => {
  const { sam, ann, folderId } = await castOf(portal, 'Corbett Bindery')
  const { page: desk } = await person()
  const team = keysOf(desk)
  await signInAs(desk, portal, sam, `/client-folders/${folderId}?tab=requests`)
  const opener = desk.getByRole('button', { name: 'Ask for a document' })
  await team.use(opener)
  const dialog = desk.getByRole('dialog', { name: 'Ask for a document' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await team.type('Organization chart')
  await team.use(dialog.getByRole('button', { name: 'Ask for document' }))
  await expect(toastOf(desk)).toContainText('Document request created successfully')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  const { page } = await person()
  const keys = keysOf(page)
  await signInAs(page, portal, ann)
  await keys.use(page.getByRole('link', { name: /^Upload ?: Send us Organization chart$/ }))
  const chooser = page.waitForEvent('filechooser')
  await keys.use(page.getByRole('button', { name: 'Upload for Organization chart' }))
  await (await chooser).setFiles({ name: 'Chart.pdf', mimeType: 'application/pdf', buffer: pdf('Chart') })
  const row = page.getByRole('listitem').filter({ hasText: 'Organization chart' })
  await expect(row.filter({ hasText: 'Submitted' })).toBeVisible()

  await team.use(desk.getByRole('button', { name: 'Accept Organization chart' }))
  await expect(row.filter({ hasText: 'Completed' })).toBeVisible()
})

test('by keyboard alone: a proposal approved, and the contract made of it signed', async ({ portal, person }) => {
  const { admin, ann, folderId } = await castOf(portal, 'Corbett Cartography')
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
  await keys.use(page.getByRole('link', { name: /^Read and answer ?: Answer/ }))
  await expect(page.getByRole('article')).toContainText('$3,600.00')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await keys.use(approve)
  const dialog = page.getByRole('dialog', { name: 'Approve this proposal' })
  await expect(dialog).toBeVisible()
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
  await keys.use(page.getByRole('link', { name: 'Review and sign' }))
  const step = (name: string) => page.getByRole('heading', { name, level: 2 })
  // It waits until the whole contract was sent.
  await expect(page.getByRole('button', { name: 'I have read it' })).toBeEnabled()
  await keys.to(page.getByRole('button', { name: 'I have read it' }))
  await keys.press('Enter')
  await expect(step('Agree to sign electronically')).toBeFocused()
  await keys.use(page.getByRole('checkbox', { name: /^I have read this/ }), 'Space')
  await keys.use(page.getByRole('button', { name: 'Agree and continue' }))
  await expect(step('Your signature')).toBeFocused()
  await keys.fill(page.getByRole('textbox', { name: 'Your full name' }), 'Ann B. Corbett')
  await keys.press('Enter')
  await expect(step('Review and sign')).toBeFocused()
  await keys.use(page.getByRole('checkbox', { name: /^I intend this/ }), 'Space')
  await keys.fill(page.getByRole('textbox', { name: 'Your password' }), ann.password)
  await keys.use(page.getByRole('button', { name: 'Sign document' }))
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await keys.to(page.getByRole('link', { name: 'Signed contract' }))
})
