// Requesting documents: several together, one of them returned, with live updates on the other side.
import { addCompany, callerFor, signInAs } from './people.ts'
import { pdf } from '../samples.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

const companyOf = (portal: Portal, name: string) => addCompany(portal, { name, ann: 'Hollis', sam: 'Ortega' })

const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) })

test('staff request several documents, the client uploads, and one is returned and uploaded again', async ({
  portal,
  person,
}) => {
  const { sam, ann, folderId } = await companyOf(portal, 'Hollis Bindery')
  const desk = await person()
  const phone = await person('phone')
  await signInAs(desk.page, portal, sam)
  await signInAs(phone.page, portal, ann, '/?tab=upload')
  await expect(phone.page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(phone.page.getByRole('region', { name: 'Requested documents' })).toBeHidden()

  await desk.page.goto(`${portal.url}/client-folders/${folderId}?tab=requests`)
  await expect(desk.page.getByText('No document requests yet')).toBeVisible()
  await desk.page.getByRole('button', { name: 'Request several' }).focus()
  await desk.page.keyboard.press('Enter')
  const dialog = desk.page.getByRole('dialog', { name: 'Request several documents' })
  await dialog.getByLabel('Set').selectOption('Records check')
  for (const title of [
    'Training records',
    'Paid leave balances',
    'Benefits summary',
    'Table of contents of a personnel file',
  ])
    await dialog.getByLabel(title).uncheck()
  await dialog.getByLabel('Another document').fill('Organization chart')
  await desk.page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Request 3 documents' }).click()
  await expect(toastOf(desk.page)).toContainText('3 documents requested')

  const asked = phone.page.getByRole('region', { name: 'Requested documents' })
  const rows = asked.getByRole('list', { name: 'Document requests' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(asked).toContainText('None of 3 are done.')
  await asked.getByLabel('Files for Organization chart').setInputFiles(file('Chart.pdf'))
  await expect(rows.filter({ hasText: 'Organization chart' })).toContainText('Submitted')
  await expectNoSidewaysScroll(phone.page)

  const row = desk.page.getByRole('listitem').filter({ hasText: 'Organization chart' })
  await row.getByRole('button', { name: 'Send back' }).click()
  await desk.page.getByRole('button', { name: 'Send back', exact: true }).click()
  await expect(desk.page.getByText('Enter what is missing.')).toBeVisible()
  await desk.page.getByLabel('What is missing?').fill('The second page.')
  await desk.page.getByRole('button', { name: 'Send back', exact: true }).click()
  await expect(row).toContainText('Sent back')
  await expectAccessible(desk.page, 'the checklist, for staff')

  await expect(rows.filter({ hasText: 'Organization chart' })).toContainText('The second page.')
  await expectAccessible(phone.page, 'the checklist on a phone')
  await asked.getByLabel('Files for Organization chart').setInputFiles(file('Chart, both pages.pdf'))
  await row.getByRole('button', { name: 'Accept' }).click()
  await expect(asked).toContainText('1 of 3 is done.')
  await row.getByRole('button', { name: 'Organization chart', exact: true }).click()
  const whole = desk.page.getByRole('dialog', { name: 'Organization chart' })
  await expect(whole.getByRole('link')).toHaveText(['Chart, both pages.pdf', 'Chart.pdf'])
})

test('a file that is refused, and one that is lost on its way, remain on their row with a reason', async ({
  portal,
  person,
}) => {
  const { sam, ann, folderId } = await companyOf(portal, 'Hollis Paper')
  const staff = await callerFor(portal, sam)
  await staff('POST', `/api/client-folders/${folderId}/document-requests`, { title: 'Employee list' })
  const { page, expectFault } = await person('narrow')
  await signInAs(page, portal, ann)
  await page.getByRole('tab', { name: 'Upload Files' }).click()
  const row = page.getByRole('list', { name: 'Document requests' }).getByRole('listitem').first()
  const input = page.getByLabel('Files for Employee list')
  await input.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(row).toContainText('Choose a PDF, DOC, DOCX, XLS, or XLSX file.')
  await row.getByRole('button', { name: 'Remove list.txt from the list' }).click()

  expectFault(/failed: PUT .*\/api\/documents/)
  expectFault(/console: .*ERR_FAILED .*\/api\/documents/)
  await page.route('**/api/documents', (route) => route.abort(), { times: 1 })
  await input.setInputFiles(file('List.pdf'))
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(row).toContainText('Submitted')
  await expectNoSidewaysScroll(page)
})
