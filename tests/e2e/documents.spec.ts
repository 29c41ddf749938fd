// The documents of a folder: dropped files, views and order, several downloaded together, and their looks on a phone.
import type { Page } from '@playwright/test'
import { pdf } from '../samples.ts'
import { addDocument, addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingSticksOut,
  itemsOf,
  type Portal,
  test,
} from './portal.ts'

async function folderOf(portal: Portal, name: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staffMember = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const { id } = await addFolder(admin, { name, client, staff: staffMember })
  return { id, client, staffMember, staff: await callerFor(portal, staffMember) }
}

/** Drags files over the page, and drops them if `drops`. */
const dragOver = (page: Page, names: string[], drops: boolean) =>
  page.evaluate(
    ([given, text, isDrop]) => {
      const dataTransfer = new DataTransfer()
      for (const name of given) dataTransfer.items.add(new File([text], name, { type: 'application/pdf' }))
      const target = document.querySelector('main') ?? document.body
      const send = (type: string) =>
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      send('dragover')
      if (isDrop) send('drop')
    },
    [names, pdf('Dropped').toString('latin1'), drops] as const,
  )

test('files dropped anywhere on the tab are uploaded, each with its own error', async ({ portal, person }) => {
  const { id, staffMember } = await folderOf(portal, 'Lindqvist Glass')
  const { page } = await person()
  await signInAs(page, portal, staffMember, `/client-folders/${id}?tab=documents`)
  await expect(page.getByText('No documents yet')).toBeVisible()
  await expectAccessible(page, 'a folder without documents')
  await dragOver(page, ['Handbook.pdf'], false)
  await expect(page.getByText('Upload to Lindqvist Glass')).toBeVisible()
  await expectAccessible(page, 'dragging a file')
  await dragOver(page, ['Handbook.pdf', 'Plan.pdf', 'Notes.txt'], true)
  await expect(page.getByText('Upload to Lindqvist Glass')).toBeHidden()
  const added = page.getByRole('list', { name: 'Added files' }).getByRole('listitem')
  await expect(added.filter({ hasText: 'Notes.txt' })).toContainText('Choose a PDF')
  await expect(page.getByRole('status').filter({ hasText: '2 of 3 uploaded' })).toBeVisible()
  await expect(itemsOf(page, 'Documents')).toHaveCount(2)
  await expectAccessible(page, 'files that were dropped')
  await page.getByRole('button', { name: 'Clear list' }).click()
  await expect(added).toHaveCount(0)

  // The same by keyboard.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).press('Enter')
  await (await chooser).setFiles({ name: 'Roster.pdf', mimeType: 'application/pdf', buffer: pdf('Roster') })
  await expect(itemsOf(page, 'Documents')).toHaveCount(3)
})

test('a list of documents is sorted, viewed in parts, and downloaded as one file', async ({ portal, person }) => {
  const folder = await folderOf(portal, 'Lindqvist Ceramics')
  const long = `Agreement on the use of vehicles and telephones ${'outside of working hours '.repeat(5)}.pdf`
  for (const name of ['Beta.pdf', 'Alpha.pdf', long]) await addDocument(portal, folder.staff, folder.id, { name })
  await addDocument(portal, folder.staff, folder.id, { name: 'Policy.pdf', requiresSignature: true })
  const { page } = await person()
  await signInAs(page, portal, folder.staffMember, `/client-folders/${folder.id}?tab=documents`)
  const rows = itemsOf(page, 'Documents')
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(rows.first()).toContainText('Agreement on')
  await page.getByRole('button', { name: /^To sign/ }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Awaiting signature')
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(rows).toHaveCount(4)
  await expectNothingSticksOut(page, 'documents')

  await page.getByRole('checkbox', { name: 'Select all documents' }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ZIP (4)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Lindqvist Ceramics documents .*\.zip$/)

  await page.getByRole('link', { name: 'Beta.pdf', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Beta.pdf' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about Beta.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw document' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Wrong folder')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw document' }).click()
  await expect(rows).toHaveCount(3)

  const client = await person('phone')
  await signInAs(client.page, portal, folder.client, '/documents')
  await expect(itemsOf(client.page, 'Documents')).toHaveCount(3)
  await expectAccessible(client.page, 'documents on a phone')
  await expectNoSidewaysScroll(client.page)
})

test('documents are moved to a subfolder, which is renamed and filters the list', async ({ portal, person }) => {
  const folder = await folderOf(portal, 'Lindqvist Tiles')
  for (const name of ['Alpha.pdf', 'Beta.pdf']) await addDocument(portal, folder.staff, folder.id, { name })
  const { page } = await person()
  await signInAs(page, portal, folder.staffMember, `/client-folders/${folder.id}?tab=documents`)
  const rows = itemsOf(page, 'Documents')
  await page.getByRole('checkbox', { name: 'Select Alpha.pdf' }).check()
  await page.getByRole('button', { name: 'Move (1)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move “Alpha.pdf”' })
  await dialog.getByLabel('Subfolder').fill('Policies')
  await expectAccessible(page, 'moving a document')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Alpha.pdf' })).toContainText('Policies')
  await page.getByRole('combobox', { name: 'Subfolder' }).selectOption('Policies')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Rename subfolder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rules')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename subfolder' }).click()
  await expect(rows).toContainText('Rules')
})

test('the panel of a document takes the focus, and gives it back to the document’s row', async ({ portal, person }) => {
  const { id, staffMember, staff } = await folderOf(portal, 'Lindqvist Windows')
  await addDocument(portal, staff, id, { name: 'Handbook.pdf' })
  const { page } = await person()
  await signInAs(page, portal, staffMember, `/client-folders/${id}?tab=documents`)
  const row = itemsOf(page, 'Documents').getByRole('link', { name: 'Handbook.pdf', exact: true })
  await row.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Handbook.pdf' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row).toBeFocused()
})

test('a document gets an expiration date, is listed as expiring, and a new version asks for its own', async ({
  portal,
  person,
}) => {
  const { id, staff, staffMember, client } = await folderOf(portal, 'Lindqvist Roofing')
  await addDocument(portal, staff, id, { name: 'License.pdf' })
  const { page } = await person()
  await signInAs(page, portal, staffMember, `/client-folders/${id}?tab=documents`)
  await page.getByRole('button', { name: 'More about License.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Set expiration date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the expiration date of “License.pdf”' })
  await dialog.getByLabel('Expiration date').fill('1999-12-31')
  await dialog.getByRole('button', { name: 'Save date' }).click()
  await expect(dialog.getByText('Enter a date between 2000 and 2999.')).toBeVisible()
  await dialog.getByLabel('Expiration date').fill('2020-06-03')
  await dialog.getByLabel('Remind the client').check()
  await expectAccessible(page, 'the dialog of the expiration date')
  await dialog.getByRole('button', { name: 'Save date' }).click()
  await expect(page.getByText('Expired Jun 3, 2020')).toBeVisible()
  await page.getByRole('group', { name: 'Views of documents' }).getByRole('button', { name: 'Expiring' }).click()
  await expect(itemsOf(page, 'Documents')).toHaveCount(1)

  await page.getByRole('link', { name: 'License.pdf', exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add version' }).click()
  await (await chooser).setFiles({ name: 'License 2.pdf', mimeType: 'application/pdf', buffer: pdf('Second') })
  const asks = page.getByRole('dialog', { name: 'Add “License 2.pdf” as a new version?' })
  await asks.getByLabel('Expiration date').fill('2999-12-31')
  await asks.getByRole('button', { name: 'Add version' }).click()
  await expect(page.getByText('Expires Dec 31, 2999').first()).toBeVisible()

  const other = await person()
  await signInAs(other.page, portal, client, '/documents')
  await expect(other.page.getByText('Dec 31, 2999')).toBeVisible()
  const insurance = { name: 'Insurance.pdf', mimeType: 'application/pdf', buffer: pdf('Insured') }
  await other.page.getByLabel('Files to upload').and(other.page.locator('input')).setInputFiles(insurance)
  await other.page.getByLabel('Expiration date').fill('2998-01-31')
  await other.page.getByRole('button', { name: 'Upload file' }).click()
  await expect(other.page.getByText('Jan 31, 2998')).toBeVisible()
  await expect(other.page.getByRole('button', { name: 'Choose files' })).toBeFocused()
  await expectAccessible(other.page, 'documents with expiration dates')
})
