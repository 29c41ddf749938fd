// What the team keeps about a client for itself: tags of documents, calls and meetings, and which folders are whose.
import { addCompany, addDocument, addFolder, addPerson, callerFor, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, test, toastOf } from './portal.ts'

test('a consultant tags documents and filters by a tag, which the client never sees', async ({ portal, person }) => {
  const { admin, sam, ann, folderId } = await addCompany(portal, { name: 'Tagged Tiles', ann: 'Tagg', sam: 'Tagger' })
  await addDocument(portal, admin, folderId, { name: 'Lease.pdf' })
  await addDocument(portal, admin, folderId, { name: 'Roster.pdf' })
  const { page } = await person()
  await signInAs(page, portal, sam, `/client-folders/${folderId}?tab=documents`)
  await page.getByRole('button', { name: 'More about Lease.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Edit tags' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tags').fill('x'.repeat(41))
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByLabel('Tags')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Tags').fill('Real estate, 2026')
  await expectAccessible(page, 'the tags of a document')
  await picture(page, 'tags')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Tags updated')
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'Real estate (1)' })
  await expect(itemsOf(page, 'Documents')).toHaveCount(1)
  await expect(itemsOf(page, 'Documents')).toContainText('Real estate')
  await picture(page, 'tagged')

  const client = await person('phone')
  await signInAs(client.page, portal, ann, '/documents')
  await expect(client.page.getByText('Lease.pdf')).toBeVisible()
  await expect(client.page.getByText('Real estate')).toHaveCount(0)
  await expect(client.page.getByLabel('Tag', { exact: true })).toHaveCount(0)
})

test('a consultant logs a call in the thread, corrects it, and the client never sees it', async ({
  portal,
  person,
}) => {
  const { sam, ann, folderId } = await addCompany(portal, { name: 'Called Cabinets', ann: 'Callan', sam: 'Caller' })
  const { page } = await person()
  await signInAs(page, portal, sam, `/client-folders/${folderId}?tab=messages`)
  await page.getByRole('switch', { name: 'Staff only' }).click()
  await page.getByRole('button', { name: 'Log call or meeting' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save for staff only' }).click()
  await expect(dialog.getByLabel('With')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('With').fill('Ann Callan')
  await dialog.getByLabel('Subject').fill('Handbook draft')
  await dialog.getByLabel('Notes').fill('She wants the leave section first.')
  await expectAccessible(page, 'logging a call')
  await picture(page, 'call')
  await dialog.getByRole('button', { name: 'Save for staff only' }).click()
  await expect(toastOf(page)).toContainText('Call logged')
  await expect(page.getByText('Call with Ann Callan')).toBeVisible()
  await page.getByRole('button', { name: /^Edit the entry of/ }).click()
  await dialog.getByLabel('Subject').fill('Handbook draft and leave')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Handbook draft and leave')).toBeVisible()
  await expect(page.getByText(/, edited /)).toBeVisible()
  await picture(page, 'thread')

  const client = await person('phone')
  await signInAs(client.page, portal, ann, '/messages')
  await expect(client.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(client.page.getByText('Handbook draft')).toHaveCount(0)
  await expectNoSidewaysScroll(client.page)
})

test('a consultant narrows the list of clients to their own, and to those of their team', async ({
  portal,
  person,
}) => {
  const { admin, sam } = await addCompany(portal, { name: 'Whose Own', ann: 'Whose', sam: 'Whoseley' })
  const other = await addPerson(portal, admin, { role: 'staff', firstName: 'Ola', lastName: 'Otherwise' })
  const { id } = await addFolder(admin, { name: 'Whose Team', staff: other })
  const staff = await callerFor(portal, other)
  await staff('POST', `/api/client-folders/${id}/members`, { userId: sam.id })
  const { page } = await person()
  await signInAs(page, portal, sam, '/client-folders')
  const names = page.getByRole('link', { name: /^Whose (Own|Team)/ })
  await expect(names).toHaveCount(2)
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Assigned to me' })
  await expect(names).toHaveText([/Whose Own/])
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'I’m on the team' })
  await expect(names).toHaveCount(2)
  await picture(page, 'views')
  await expectAccessible(page, 'the folders of a team')
})
