// Documents that only the team sees: added three ways, shared after a question that names the client, and refused to become
// team-only again once the client has opened them.
import { pdf } from '../samples.ts'
import { picture } from './pictures.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectNothingSticksOut, itemsOf, test } from './portal.ts'

const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) })

test('a team-only document is hidden from the client until the team shares it', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const { id } = await addFolder(admin, { name: 'Lindqvist Looms', client, staff })
  const { page, expectFault } = await person()
  await signInAs(page, portal, staff, `/client-folders/${id}?tab=documents`)

  // By the button.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add team-only files' }).press('Enter')
  await (await chooser).setFiles(file('Findings.pdf'))
  const rows = itemsOf(page, 'Documents')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Team only')

  // By dropping it on the right half.
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'Interview.pdf', { type: 'application/pdf' }))
    const at = { dataTransfer, bubbles: true, cancelable: true, clientX: innerWidth - 50 }
    document.querySelector('main')?.dispatchEvent(new DragEvent('dragover', at))
  }, pdf('Interview').toString('latin1'))
  await expect(page.getByText('The client can’t see these files.')).toBeVisible()
  await expectAccessible(page, 'dragging a file that is for the team only')
  await picture(page, 'team-only-dragging')
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'Interview.pdf', { type: 'application/pdf' }))
    const at = { dataTransfer, bubbles: true, cancelable: true, clientX: innerWidth - 50 }
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', at))
  }, pdf('Interview').toString('latin1'))
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Interview.pdf' })).toContainText('Team only')

  // With the form, which then can't request a signature.
  const parts = page.getByRole('navigation', { name: 'Documents' })
  await parts.getByRole('button', { name: 'Upload Files' }).click()
  await page.getByLabel('Files to upload').setInputFiles(file('Draft.pdf'))
  await page.getByLabel('Team only', { exact: true }).check()
  await expect(page.getByLabel('Request the client’s signature on these files')).toBeHidden()
  await expectAccessible(page, 'uploading a team-only file')
  await picture(page, 'team-only-upload')
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page.getByText('uploaded').first()).toBeVisible()
  await parts.getByRole('button', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: /^Team only/ }).click()
  await expect(rows).toHaveCount(3)
  await expectNothingSticksOut(page, 'team-only documents')
  await expectAccessible(page, 'team-only documents')
  await picture(page, 'team-only-documents')

  const other = await person('phone')
  await signInAs(other.page, portal, client, '/documents')
  await expect(other.page.getByText('No documents yet')).toBeVisible()

  await page.getByRole('button', { name: 'More about Findings.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Share with client' }).click()
  const question = page.getByRole('alertdialog', { name: 'Share this document with Ann Lindqvist?' })
  await expect(question).toContainText('Findings.pdf')
  await expectAccessible(page, 'sharing a document')
  await picture(page, 'team-only-sharing')
  await question.getByRole('button', { name: 'Share document' }).click()
  await expect(rows).toHaveCount(2)

  // The open list of the client has it right away.
  const shared = itemsOf(other.page, 'Documents')
  await expect(shared).toHaveCount(1)
  await expect(shared).toContainText('Findings.pdf')
  await expect(shared).not.toContainText('Team only')
  await expectNoSidewaysScroll(other.page)
  const download = other.page.waitForEvent('download')
  await shared.getByRole('link', { name: 'Download Findings.pdf' }).click()
  await download

  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('link', { name: 'Findings.pdf', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Findings.pdf' })
  await expect(panel.getByText('Shared with the client')).toBeVisible()
  await picture(page, 'team-only-panel')
  await panel.getByRole('button', { name: 'Make team-only' }).click()
  expectFault(/console: .*409 .*\/visibility/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make team-only' }).click()
  await expect(
    page.getByText('The client has opened this document, so it can’t be made team-only.', { exact: true }),
  ).toBeVisible()

  const onPhone = await person('phone')
  await signInAs(onPhone.page, portal, staff, `/client-folders/${id}?tab=documents`)
  const cards = itemsOf(onPhone.page, 'Documents')
  await expect(cards.filter({ hasText: 'Interview.pdf' })).toContainText('Team only')
  await expectAccessible(onPhone.page, 'team-only documents on a phone')
  await expectNoSidewaysScroll(onPhone.page)
})
