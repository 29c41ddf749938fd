// Seven tabs of one browser over HTTP/1.1, which allows six connections: all load, all get live updates, and one stream
// serves them all.
import type { BrowserContext, Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, type Portal, test } from './portal.ts'

/** The tab that last opened the stream. */
function leaderIn(context: BrowserContext): () => Page | null {
  let leader: Page | null = null
  context.on('request', (request) => {
    if (request.url().includes('/api/events')) leader = request.frame().page()
  })
  return () => leader
}

async function office(portal: Portal) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Tab', lastName: 'Staffer' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Tab', lastName: 'Client' })
  const folders = [
    await addFolder(admin, { name: 'Seven Mills', client, staff }),
    await addFolder(admin, { name: 'Eight Mills', client, staff }),
  ]
  return { staff, client, folders, write: await callerFor(portal, client) }
}

const messagesOf = (portal: Portal, id: string) => `${portal.url}/client-folders/${id}?tab=messages`

async function openTabs(context: BrowserContext, url: string, count: number): Promise<Page[]> {
  const tabs: Page[] = []
  for (let i = 0; i < count; i++) {
    const tab = await context.newPage()
    await tab.goto(url)
    tabs.push(tab)
  }
  return tabs
}

test('seven tabs load and get live updates; another tab takes over when the one with the stream closes', async ({
  portal,
  person,
}) => {
  const { staff, folders, write } = await office(portal)
  const someone = await person()
  const { page, context } = someone
  const leaderNow = leaderIn(context)
  const [first, second] = folders as [{ id: string }, { id: string }]
  await signInAs(page, portal, staff, `/client-folders/${first.id}?tab=messages`)
  await expect(page.getByLabel('Your message')).toBeVisible()
  const tabs = [page, ...(await openTabs(context, messagesOf(portal, first.id), 6))]
  await expect(tabs[6]!.getByLabel('Your message')).toBeVisible()
  await write('POST', `/api/client-folders/${first.id}/messages`, { content: 'For all seven tabs' })
  for (const tab of tabs) await expect(tab.getByText('For all seven tabs').first()).toBeVisible()

  // Another folder in the seventh tab: it loads and gets its live updates.
  await tabs[6]!.goto(messagesOf(portal, second.id))
  await expect(tabs[6]!.getByLabel('Your message')).toBeVisible()
  await write('POST', `/api/client-folders/${second.id}/messages`, { content: 'In the other folder' })
  await expect(tabs[6]!.getByText('In the other folder').first()).toBeVisible()

  const leader = leaderNow()!
  await leader.close()
  const left = tabs.filter((tab) => tab !== leader)
  await write('POST', `/api/client-folders/${first.id}/messages`, { content: 'After the first tab closed' })
  await expect(left[0]!.getByText('After the first tab closed').first()).toBeVisible()
  const ofSecond = left.find((tab) => tab.url().includes(second.id))!
  await write('POST', `/api/client-folders/${second.id}/messages`, { content: 'There as well' })
  await expect(ofSecond.getByText('There as well').first()).toBeVisible()
})

test('signing out in one tab ends the session in all of them', async ({ portal, person }) => {
  const { staff, folders } = await office(portal)
  const someone = await person()
  someone.allowFault(/status of 401/)
  const { page, context } = someone
  await signInAs(page, portal, staff, `/client-folders/${folders[0]!.id}?tab=messages`)
  await expect(page.getByLabel('Your message')).toBeVisible()
  const [other, third] = (await openTabs(context, messagesOf(portal, folders[0]!.id), 2)) as [Page, Page]
  await expect(third.getByLabel('Your message')).toBeVisible()
  await other.goto(`${portal.url}/api/logout`)
  for (const [name, tab] of Object.entries({ first: page, third })) {
    await expect(tab, `the ${name} tab`).toHaveURL(({ pathname }) => pathname === '/')
    await expect(tab.getByText('Seven Mills'), `the ${name} tab`).toHaveCount(0)
  }
})

test('a tab in the foreground takes over from one that the browser has suspended', async ({ portal, person }) => {
  const { staff, folders, write } = await office(portal)
  const someone = await person()
  const { page, context } = someone
  const leaderNow = leaderIn(context)
  const { id } = folders[0]!
  await signInAs(page, portal, staff, `/client-folders/${id}?tab=messages`)
  await expect(page.getByLabel('Your message')).toBeVisible()
  await expect.poll(leaderNow).toBe(page)
  const [follower] = await openTabs(context, messagesOf(portal, id), 1)
  await expect(follower!.getByLabel('Your message')).toBeVisible()
  expect(leaderNow()).toBe(page)
  // A suspended tab keeps its lock, but does not reply or forward anything.
  await page.evaluate(() => {
    BroadcastChannel.prototype.postMessage = () => {}
  })
  await follower!.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(leaderNow).toBe(follower)
  await write('POST', `/api/client-folders/${id}/messages`, { content: 'While the other tab slept' })
  await expect(follower!.getByText('While the other tab slept').first()).toBeVisible()
  // The first tab waits behind it and receives what it forwards.
  await expect(page.getByText('While the other tab slept').first()).toBeVisible()
})
