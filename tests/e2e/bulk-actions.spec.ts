// Many clients: an administrator imports a list, and sends all of them a message.
import { pdf, zip } from '../samples.ts'
import { addFolder, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, test } from './portal.ts'

const list = [
  'Business name,Email,First name,Last name,Sector,Employees,Consultant',
  'Bulk Bakery,bakery@bulk.example,Bea,Baker,Private business,12,staff@example.com',
  'Bulk Brewery,brewery@bulk.example,Bo,Brewer,Private business,40,staff@example.com',
  'Bulk School,not an address,Sid,School,Public school,80,staff@example.com',
].join('\n')

test('an administrator imports clients from a pasted list, and sends all of them a message', async ({
  portal,
  person,
}) => {
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/client-folders')
  await page.getByRole('link', { name: 'Import clients' }).click()
  await page.getByLabel('Or paste the list').fill(list)
  await page.getByRole('button', { name: 'Check rows' }).click()

  await expect(page.getByText('2 ready to import, 1 with a problem')).toBeVisible()
  await expect(itemsOf(page, 'Rows').filter({ hasText: 'Bulk School' })).toContainText('Enter a valid email address.')
  await expectAccessible(page, 'a checked import')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download problems (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('clients-to-correct.csv')

  await page.getByRole('button', { name: 'Import 2 clients' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Invite them now')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Import' }).click()
  // Live events update the page until the job has finished.
  await expect(page.getByText('2 of 2 imported, 1 with a problem')).toBeVisible()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()

  await page.goto(`${portal.url}/client-folders?folders=Bulk`)
  await page.getByLabel('Select all client folders').check()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Send message (2)' }).click()
  await expect(dialog).toContainText('Send a message to 2 clients')
  await dialog.getByLabel('Message').fill('Our office is closed on Friday.')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Message to 2 clients')
  await expect(page.getByText('2 of 2 done')).toBeVisible()
  await expectAccessible(page, 'a finished bulk action')
  await expectNoSidewaysScroll(page)
  await itemsOf(page, 'Recipients').filter({ hasText: 'Bulk Bakery' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bulk Bakery')

  const admin = await callerFor(portal, demonstration('admin'))
  const folders = await admin<{ id: string }[]>('GET', '/api/client-folders?q=Bulk')
  for (const { id } of folders)
    expect(await admin<{ content: string }[]>('GET', `/api/client-folders/${id}/messages`)).toMatchObject([
      { content: 'Our office is closed on Friday.' },
    ])
})

test('an administrator messages the clients of selected invoices, each of them once', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await (await callerFor(portal, demonstration('staff')))<{ id: string }>('GET', '/api/user')
  const deli = await addFolder(admin, { name: 'Selected Deli', staff })
  const diner = await addFolder(admin, { name: 'Selected Diner', staff })
  for (const { id } of [deli, deli, diner])
    await admin('POST', '/api/invoices', {
      clientFolderId: id,
      lineItems: [{ description: 'Handbook review', quantity: 2, rate: 12_000 }],
      dueDate: '2027-03-01',
    })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/invoices?q=Selected')
  await page.getByLabel('Select all invoices').check()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Message the clients (2)' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Send a message to 2 clients')
  await dialog.getByLabel('Message').fill('Your invoices are on their way.')
  await expectAccessible(page, 'a message to the clients of invoices')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('2 of 2 done')).toBeVisible()
  for (const { id } of [deli, diner])
    expect(await admin<unknown[]>('GET', `/api/client-folders/${id}/messages`)).toHaveLength(1)
})

test('an administrator imports a ZIP of documents into the folders that its directories name', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await (await callerFor(portal, demonstration('staff')))<{ id: string }>('GET', '/api/user')
  const { id } = await addFolder(admin, { name: 'Zip Bakery', staff })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/client-imports')
  await page.getByRole('link', { name: 'Import documents' }).click()
  await page.getByLabel('Documents').setInputFiles({
    name: 'Bakery.zip',
    mimeType: 'application/zip',
    buffer: zip([
      { name: 'Zip Bakery/Leases/Oven.pdf', content: pdf('oven') },
      { name: 'Zip Bakery/notes.txt', content: 'no document' },
    ]),
  })

  await expect(page.getByText('1 ready to import, 1 with a problem')).toBeVisible()
  await expect(itemsOf(page, 'Files').filter({ hasText: 'notes.txt' })).toContainText('Choose a PDF')
  await expectAccessible(page, 'a checked ZIP')
  await page.getByRole('button', { name: 'Import 1 document' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('1 of 1 imported, 1 with a problem')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await itemsOf(page, 'Files').filter({ hasText: 'Oven.pdf' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zip Bakery')
  expect(await admin<unknown[]>('GET', `/api/client-folders/${id}/documents`)).toMatchObject([
    { originalName: 'Oven.pdf', subfolder: 'Leases' },
  ])
})
