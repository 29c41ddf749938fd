// A client in their folder: files, messages, and assignments, with invalid files, a lost network, and an ended session.
import { docx, pdf, pdfOfSize, png } from '../samples.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs, type Caller, type Someone } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, fillSignIn, type Portal, test, toastOf } from './portal.ts'

const megabyte = 1_048_576
const files = {
  bands: { name: 'Salary bands.pdf', mimeType: 'application/pdf', buffer: pdf('Salary bands') },
  handbook: { name: 'Handbook.docx', mimeType: '', buffer: docx('Handbook') },
  tooLarge: { name: 'Everything.pdf', mimeType: 'application/pdf', buffer: pdfOfSize(10 * megabyte + 1) },
  picture: { name: 'Whiteboard.png', mimeType: 'image/png', buffer: png() },
  disguised: { name: 'Renamed.pdf', mimeType: 'application/pdf', buffer: png() },
}

/** A client with a folder, and a caller for its staff member. */
async function folderOfSomeone(
  portal: Portal,
  name: string,
): Promise<{ client: Someone; folderId: string; staff: Caller }> {
  const admin = await callerFor(portal, demonstration('admin'))
  const consultant = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const folder = await addFolder(admin, { name, client, staff: consultant })
  return { client, folderId: folder.id, staff: await callerFor(portal, consultant) }
}

test('a client without a folder sees whom to contact', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Lena', lastName: 'Voss' })
  const { page } = await person('phone')
  await signInAs(page, portal, client)
  await expect(
    page.getByText("You don't have a client folder assigned yet. Please contact ProHR staff.", { exact: true }),
  ).toBeVisible()
  await expectAccessible(page, 'a client without a folder')
  await expectNoSidewaysScroll(page)

  // It appears live once there is one.
  const consultant = (await admin<{ id: string }[]>('GET', '/api/staff')).at(0)
  if (consultant === undefined) throw new Error('There is no staff member')
  await addFolder(admin, { name: 'Voss Pottery', client, staff: consultant })
  await expect(page.getByRole('heading', { name: 'Voss Pottery' })).toBeVisible()
})

test('of several files the valid ones are uploaded and each invalid one shows its error', async ({
  portal,
  person,
}) => {
  const { client } = await folderOfSomeone(portal, 'Lindqvist Bakery')
  const someone = await person('phone')
  const { page } = someone
  await signInAs(page, portal, client)
  await page.getByRole('tab', { name: 'Upload Files' }).click()
  await expect(page.getByText('Supported formats: PDF, DOC, DOCX, XLS, XLSX (Max 10MB)')).toBeVisible()
  const input = page.getByLabel('Files to upload').and(page.locator('input'))
  await input.setInputFiles(Object.values(files))
  const row = (name: string) =>
    page.getByRole('list', { name: 'Files to upload' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('Everything.pdf')).toContainText('Files can be up to 10 MB. Choose a smaller file.')
  await expect(row('Whiteboard.png')).toContainText('Choose a PDF, DOC, DOCX, XLS, or XLSX file.')
  await expect(row('Salary bands.pdf')).toContainText('ready to send')

  someone.expectFault(/status of 400 .*\/api\/documents\)$/)
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  await expect(row('Salary bands.pdf')).toContainText('uploaded')
  await expect(row('Handbook.docx')).toContainText('uploaded')
  await expect(row('Renamed.pdf')).toContainText('has a PDF name, but its content is something else')
  await expectAccessible(page, 'files that went through and files that did not')
  await expectNoSidewaysScroll(page)

  await page.getByRole('tab', { name: /Documents/ }).click()
  const documents = page.getByRole('list', { name: 'Documents' })
  await expect(documents.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'the documents of a client')
  const download = documents.getByRole('link', { name: 'Download Handbook.docx' })
  await expect(download).toHaveAttribute('download', 'Handbook.docx')
  const answer = await page.request.get(portal.url + (await download.getAttribute('href')))
  expect(answer.headers()['content-disposition']).toContain('attachment')
  expect(await answer.body()).toEqual(files.handbook.buffer)
})

test('a file is sent again after the network failed', async ({ portal, person }) => {
  const { client } = await folderOfSomeone(portal, 'Lindqvist Press')
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, client)
  await page.getByRole('tab', { name: 'Upload Files' }).click()
  await page.getByLabel('Files to upload').and(page.locator('input')).setInputFiles(files.bands)
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Upload file' }).click()
  const row = page.getByRole('list', { name: 'Files to upload' }).getByRole('listitem')
  await expect(row.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(row).toContainText('Your work is still here.')
  // Switching to another tab and back loses nothing.
  await page.getByRole('tab', { name: /Messages/ }).click()
  await page.getByRole('tab', { name: 'Upload Files' }).click()
  await context.setOffline(false)
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(row).toContainText('uploaded')
  await expect(toastOf(page)).toContainText('Document uploaded successfully')
  await page.getByRole('button', { name: 'Show documents' }).press('Enter')
  await expect(page.getByRole('tab', { name: /Documents/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('body')).not.toBeFocused()
})

test('a message draft survives the end of the session', async ({ portal, person }) => {
  const { client, folderId, staff } = await folderOfSomeone(portal, 'Lindqvist Dairy')
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, client)
  await page.getByRole('tab', { name: /Messages/ }).click()
  const field = page.getByLabel('Your message')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled()
  await field.fill('The inspector comes on Thursday.')

  // Ended from another browser: the page shows the sign-in.
  someone.expectFault(/status of 401/)
  const elsewhere = await callerFor(portal, client)
  const sessions = await elsewhere<{ id: string; current: boolean }[]>('GET', '/api/sessions')
  for (const { id, current } of sessions) if (!current) await elsewhere('DELETE', `/api/sessions/${id}`)
  await expect(page.getByRole('dialog').getByText('Your session ended.')).toBeVisible()
  await expectAccessible(page, 'signing in again in place')
  await fillSignIn(page, client.username, client.password)
  await expect(field).toHaveValue('The inspector comes on Thursday.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(toastOf(page)).toContainText('Message sent successfully')
  await expect(page.getByLabel('Message thread')).toContainText('The inspector comes on Thursday.')

  // The cookie is missing when it is sent: it is sent after signing in.
  await field.fill('She is called Mrs. Abara.')
  await context.clearCookies()
  await field.press('ControlOrMeta+Enter')
  await fillSignIn(page, client.username, client.password)
  // Another call may have opened the sign-in first: then the draft is still in its field, and is sent from there. In
  // either case it is stored once.
  await expect(async () => {
    if ((await field.inputValue()) !== '') await field.press('ControlOrMeta+Enter')
    const messages = await staff<{ content: string }[]>('GET', `/api/client-folders/${folderId}/messages`)
    expect(messages.map(({ content }) => content)).toEqual([
      'The inspector comes on Thursday.',
      'She is called Mrs. Abara.',
    ])
  }).toPass({ timeout: 20_000 })
  await expect(page.getByRole('list', { name: 'Not sent' })).toBeHidden()

  // Without a network it remains, and can be sent again.
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await field.fill('Please call me before.')
  await page.getByRole('button', { name: 'Send message' }).click()
  const unsent = page.getByRole('list', { name: 'Not sent' })
  await expect(unsent).toContainText('Couldn’t reach the server')
  await expect(toastOf(page)).toContainText('Failed to send message')
  await expectAccessible(page, 'a message that was not sent')
  await context.setOffline(false)
  await unsent.getByRole('button', { name: 'Send again' }).click()
  await expect(unsent).toBeHidden()
  await expect(page.getByLabel('Message thread')).toContainText('Please call me before.')
})

test('an assignment appears while the client watches, and its history shows each step', async ({ portal, person }) => {
  const { client, folderId, staff } = await folderOfSomeone(portal, 'Lindqvist Boats')
  const { page } = await person('phone')
  await signInAs(page, portal, client)
  await expect(page.getByText('No assignments yet')).toBeVisible()
  for (const tab of ['Assignments', 'Documents', 'Upload Files', 'Messages'])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible()

  await staff('POST', `/api/client-folders/${folderId}/assignments`, {
    title: 'Read the draft handbook',
    description: 'Mark what does not fit your yard.',
    dueDate: '2030-03-14',
  })
  await staff('POST', `/api/client-folders/${folderId}/assignments`, {
    title: 'Name a contact',
    description: 'Who opens the door.',
  })
  const row = (name: string) =>
    page.getByRole('list', { name: 'Assignments' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('Read the draft handbook')).toContainText('Pending')
  await expect(row('Read the draft handbook')).toContainText('Mar 14, 2030')
  await expect(row('Name a contact')).toContainText('No due date')
  await expectNoSidewaysScroll(page)

  await row('Read the draft handbook').getByRole('button', { name: 'View Details of Read the draft handbook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Read the draft handbook' })
  await expect(dialog.getByText('Mark what does not fit your yard.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Start' }).click()
  // Closing a toast over the dialog does not close the dialog.
  await toastOf(page).getByRole('button', { name: 'Close', includeHidden: true }).click()
  await expect(toastOf(page)).toBeHidden()
  await expect(dialog.getByText('Started by Ann Lindqvist')).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect(dialog.getByText('Done by Ann Lindqvist')).toBeVisible()
  await expect(dialog.getByText('Assigned by Sam Okafor')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeHidden()
  await expectAccessible(page, 'an assignment, for a client')
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(row('Read the draft handbook')).toContainText('Completed')
})

test('C5: logging out hides everything', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Lowell' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Pembroke' })
  const name = 'Pembroke Cabinets'
  await addFolder(admin, { name, client, staff })
  for (const size of ['phone', 'desk'] as const) {
    const someone = await person(size)
    const { page } = someone
    await signInAs(page, portal, client)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('Client', { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await page.getByRole('tab', { name: /Messages/ }).click()
    // A pending query may be answered after the session has ended.
    someone.allowFault(/status of 401/)
    await page
      .getByRole('button', { name: /account of/ })
      .filter({ visible: true })
      .click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(toastOf(page)).toContainText('Logged out successfully')
    await expect(page).toHaveURL(`${portal.url}/`)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  }
})
