// The conversation of a folder: its layout on a desk and a phone, long threads, read receipts, links, and files.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'
import { pdf } from '../samples.ts'
import type { Page } from '@playwright/test'
import type { Portal } from './portal.ts'

async function conversation(portal: Portal, name: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Kerr' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bristow' })
  const { id } = await addFolder(admin, { name, client: ann, staff: sam })
  const path = `/api/client-folders/${id}/messages`
  return { id, sam, ann, path, staff: await callerFor(portal, sam), client: await callerFor(portal, ann) }
}

const inView = (page: Page, name: string) => expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
/** How far the page can be scrolled, apart from the banner of the demonstration. */
const pageScrolls = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    return scrollHeight - clientHeight - (document.querySelector('.demonstration-banner')?.clientHeight ?? 0) - 1
  })

for (const size of ['desk', 'phone'] as const)
  test(`the input stays in view under a long thread, at the ${size}`, async ({ portal, person }) => {
    const { id, sam, ann, path, staff, client } = await conversation(portal, 'Bristow Boatyard')
    for (let n = 1; n <= 41; n++) await (n % 3 === 0 ? client : staff)('POST', path, { content: `Message ${n}` })
    const team = await person(size)
    await signInAs(team.page, portal, sam, `/client-folders/${id}?tab=messages`)
    const thread = team.page.getByLabel('Message thread')
    await expect(team.page.getByRole('tab', { name: 'Messages' })).toBeVisible()
    await expect(thread.getByText('Message 41', { exact: true })).toBeInViewport()
    await inView(team.page, 'Send message')
    if (size === 'phone') await expect.poll(() => pageScrolls(team.page)).toBeLessThanOrEqual(0)
    // What is being read stays where it is when earlier messages are added above it.
    await thread.evaluate((element) => element.scrollTo(0, 0))
    const first = thread.getByText('Message 12', { exact: true })
    await team.page.getByRole('button', { name: 'Show earlier messages' }).click()
    await expect(thread.getByText('Message 1', { exact: true })).toBeAttached()
    await expect(first).toBeInViewport()
    await expectAccessible(team.page, `a long thread, ${size}`)
    await expectNoSidewaysScroll(team.page)

    const theirs = await person(size)
    await signInAs(theirs.page, portal, ann, '/messages')
    await expect(theirs.page.getByLabel('Message thread').getByText('Message 41', { exact: true })).toBeInViewport()
    await inView(theirs.page, 'Send message')
    await expect.poll(() => pageScrolls(theirs.page)).toBeLessThanOrEqual(0)
    await expectAccessible(theirs.page, `a client’s long thread, ${size}`)

    // On the home page of a phone the page scrolls, and nothing in it does.
    await theirs.page.goto(`${portal.url}/?tab=messages`)
    await expect(theirs.page.getByLabel('Message thread')).toHaveCSS(
      'overflow-y',
      size === 'phone' ? 'visible' : 'auto',
    )
    await theirs.page.getByText('Message 41', { exact: true }).scrollIntoViewIfNeeded()
    await inView(theirs.page, 'Send message')
  })

test('each side sees when the other has read its message', async ({ portal, person }) => {
  const { id, sam, ann, path, staff } = await conversation(portal, 'Bristow Café')
  await staff('POST', path, { content: 'Please read https://www.dol.gov/whd (page 2).' })
  const [desk, theirs] = [await person(), await person('phone')]
  await signInAs(desk.page, portal, sam, `/client-folders/${id}?tab=messages`)
  const thread = desk.page.getByLabel('Message thread')
  await expect(thread).toContainText('Please read')
  await expect(thread.getByText(/^Read/)).toHaveCount(0)
  await signInAs(theirs.page, portal, ann, '/messages')
  await expect(thread.getByText(/^Read by Ann Bristow, \d+:\d\d [AP]M$/)).toBeVisible()
  await expectAccessible(desk.page, 'a message that was read')

  const link = theirs.page.getByRole('link', { name: 'https://www.dol.gov/whd' })
  await expect(link).toHaveAttribute('href', 'https://www.dol.gov/whd')
  await expect(link).toHaveAttribute('rel', /noopener/)

  await theirs.page.getByLabel('Your message').fill('I did, thank you.')
  await theirs.page.getByRole('button', { name: 'Send message' }).click()
  // The reply says more than the receipt, and the team has it open.
  await expect(thread).toContainText('I did, thank you.')
  await expect(thread.getByText(/^Read/)).toHaveCount(0)
  await expect(theirs.page.getByLabel('Message thread').getByText(/^Read \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(theirs.page.getByText(/Read by/)).toHaveCount(0)
})

test('files dropped into the conversation become documents that the message names', async ({ portal, person }) => {
  const { id, ann, client } = await conversation(portal, 'Bristow Chandlery')
  const someone = await person()
  const { page } = someone
  await signInAs(page, portal, ann, '/messages')
  await expect(page.getByText('No messages yet')).toBeVisible()
  const bytes = [...pdf('Lease')]
  await page.getByText('No messages yet').evaluate((element, content) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(content)], 'Lease.pdf', { type: 'application/pdf' }))
    for (const type of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, bytes)
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toContainText(['Lease.pdf'])
  await expectAccessible(page, 'a message with a file')

  // A file of the wrong kind says why, and keeps the message from being sent.
  await page
    .getByLabel('Files for this message')
    .setInputFiles({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') })
  const wrong = files.getByRole('listitem').filter({ hasText: 'run.exe' })
  await expect(wrong).toContainText('Choose a PDF')
  const send = page.getByRole('button', { name: 'Send message' })
  await expect(send).toBeDisabled()
  await wrong.getByRole('button', { name: 'Remove run.exe from the list' }).click()

  await page.getByLabel('Your message').fill('The lease that you asked for.')
  await send.click()
  await expect(toastOf(page)).toContainText('Message sent successfully')
  await expect(page.getByLabel('Message thread')).toContainText('The lease that you asked for.')
  await expect(page.getByLabel('Message thread')).toContainText('Attached: Lease.pdf')
  await expect(files).toHaveCount(0)
  const documents = await client<{ originalName: string }[]>('GET', `/api/client-folders/${id}/documents`)
  expect(documents.map(({ originalName }) => originalName)).toEqual(['Lease.pdf'])

  // Without a network neither the file nor the message is lost.
  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await someone.context.setOffline(true)
  await page
    .getByLabel('Files for this message')
    .setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Plan')) })
  await page.getByLabel('Your message').fill('And the plan.')
  await send.click()
  await expect(files.getByRole('listitem')).toContainText(/Couldn’t|network|connection/i)
  await expect(page.getByLabel('Your message')).toHaveValue('And the plan.')
  await someone.context.setOffline(false)
  await files.getByRole('button', { name: 'Retry' }).click()
  await expect(files.getByRole('listitem')).toContainText('uploaded')
  await send.click()
  await expect(page.getByLabel('Message thread')).toContainText('Attached: Plan.pdf')
})

test('both sides comment on an assignment, live, and a comment can be retracted', async ({ portal, person }) => {
  const { id, sam, ann, staff } = await conversation(portal, 'Bristow Comments')
  const body = { title: 'Send the handbook', description: 'The one from 2024 will do.' }
  const { id: assignment } = await staff<{ id: string }>('POST', `/api/client-folders/${id}/assignments`, body)
  const team = await person()
  await signInAs(team.page, portal, sam, `/client-folders/${id}?tab=assignments&assignment=${assignment}`)
  const theirs = await person('phone')
  await signInAs(theirs.page, portal, ann, `/?folder=${id}&tab=assignments&assignment=${assignment}`)
  for (const { page } of [team, theirs]) await expect(page.getByText('No comments yet.')).toBeVisible()
  await theirs.page.getByLabel('Your comment').fill('Which year?')
  await theirs.page.getByRole('button', { name: 'Add comment' }).click()
  // On a phone it covers the top of the panel.
  await toastOf(theirs.page).getByRole('button', { name: 'Close', includeHidden: true }).tap()
  const ours = team.page.getByRole('list', { name: 'Comments' })
  await expect(ours.getByText('Which year?')).toBeVisible()
  await team.page.getByLabel('Your comment').fill('The one from 2023.')
  await team.page.getByRole('button', { name: 'Add comment' }).click()
  await expect(theirs.page.getByText('The one from 2023.')).toBeVisible()
  await ours.getByRole('button', { name: 'Retract' }).click()
  await team.page.getByRole('button', { name: 'Retract comment' }).click()
  await expect(theirs.page.getByText('Comment retracted')).toBeVisible()
  await expectAccessible(team.page, 'comments on an assignment')
  await expectAccessible(theirs.page, 'comments on an assignment on a phone')
  await expectNoSidewaysScroll(theirs.page)
})
