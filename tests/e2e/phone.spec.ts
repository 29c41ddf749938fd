// The bar at the bottom of a phone: the most used pages, the rest under More, and nothing hidden below it.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectNothingAbove, test, toastOf } from './portal.ts'

/** Scrolled to its end, a page ends above the bar. */
async function expectEndsAbove(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { end, bar } = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const last = document.querySelector('main')?.lastElementChild
    const foot = [...document.querySelectorAll('nav[aria-label=Main]')].find((nav) => nav.checkVisibility())
    return { end: last?.getBoundingClientRect().bottom ?? Infinity, bar: foot?.getBoundingClientRect().top ?? 0 }
  })
  expect(end).toBeLessThanOrEqual(bar)
}

test('staff navigate with the bar at the bottom of a phone', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Footer' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Footer' })
  const folder = await addFolder(admin, { name: 'Footer Flooring', client: ann, staff: sam })
  const { page } = await person('phone')
  // The live stream opens late: earlier events are not missed.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await held
    await route.continue()
  })
  const counted = page.waitForResponse('**/api/unanswered-threads/figures')
  await signInAs(page, portal, sam)
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Clients', /^Reply/, 'Tasks'])
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await counted
  const client = await callerFor(portal, ann)
  await client('POST', `/api/client-folders/${folder.id}/messages`, { content: 'Are you there?' })
  letGo()
  await expect(bar.getByRole('link', { name: /Reply/ })).toContainText('1')
  await expectEndsAbove(page)
  await expect(bar).toBeInViewport({ ratio: 1 })

  for (const [name, path] of [
    ['Clients', '/client-folders'],
    ['Tasks', '/tasks'],
  ] as const) {
    await bar.getByRole('link', { name }).tap()
    await expect(page).toHaveURL(portal.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(bar.locator('[aria-current=page]')).toHaveCount(1)
  }
  await expectAccessible(page, 'a page with the bar at its foot')
  const more = bar.getByRole('button', { name: 'More' })
  await more.tap()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Appointments',
    'Proposals',
    'Reports',
    'Time',
    'Deadlines',
    'Follow-up',
    'Policies',
    'Forms',
    'Law updates',
    'Assistant',
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.tap()
  await page.getByRole('menuitem', { name: 'Policies' }).tap()
  await expect(page.getByRole('list', { name: 'Policies', exact: true })).toBeVisible()
  await expectEndsAbove(page)
  await expectNoSidewaysScroll(page)
})

test('a desktop has no bar, and on a narrow phone the client’s bar shows every word', async ({ portal, person }) => {
  const { page } = await person('narrow')
  await signInAs(page, portal, demonstration('client'))
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Messages', 'Documents', 'Agreements', 'Ask HR'])
  for (const link of await bar.getByRole('link').all()) {
    const isWhole = await link
      .locator('span')
      .last()
      .evaluate((word) => word.scrollWidth <= word.clientWidth)
    expect(isWhole, await link.innerText()).toBe(true)
  }
  await expectEndsAbove(page)
  await page.getByRole('button', { name: /account of/ }).tap()
  await page.getByRole('menuitem', { name: 'Forms' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virginia HR Forms')
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(bar).toHaveCount(1)
  await expect(bar.getByRole('button', { name: 'More' })).toHaveCount(0)
  await bar.getByRole('button', { name: 'HR library' }).click()
  await expect(page.getByRole('menuitem', { name: 'Forms' })).toHaveAttribute('aria-current', 'page')
})

/** Links and buttons outside of sentences that are smaller than a touch target should be. */
const tooSmall = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const blockOf = (element: HTMLElement): HTMLElement | null =>
      element.parentElement && getComputedStyle(element.parentElement).display.startsWith('inline')
        ? blockOf(element.parentElement)
        : element.parentElement
    // Text within other text follows its line; an element that covers its row has the row's size.
    const isWithin = (target: HTMLElement) =>
      target.innerText.trim() !== '' && blockOf(target)?.innerText.trim() !== target.innerText.trim()
    const reachesOver = (target: HTMLElement) => getComputedStyle(target, '::after').position === 'absolute'
    return [...main.querySelectorAll<HTMLElement>('a[href], button:not([aria-hidden])')]
      .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !reachesOver(target))
      .filter((target) => target.offsetHeight < 44 && !isWithin(target))
      .map((target) => `${target.getAttribute('aria-label') ?? target.innerText}: ${target.offsetHeight} px`)
  })

test('on a phone a folder shows its full name, and every link outside of text is a large enough touch target', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Finger' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Finger' })
  const name = 'The Greater Shenandoah Valley Cooperative Early Learning Ctr'
  const folder = await addFolder(admin, { name, client: ann, staff: sam })
  const staff = await callerFor(portal, sam)
  const proposal = await staff('POST', '/api/proposals', {
    clientFolderId: folder.id,
    title: 'Handbook',
    description: 'A handbook for the school year.',
    services: [{ customName: 'Handbook', estimatedHours: 10, hourlyRate: 17_500 }],
    validUntil: '2099-12-31',
  })
  const { page } = await person('phone')
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder.id}`)
  const title = page.getByRole('heading', { name })
  await expect(title).toBeVisible()
  expect(
    await title.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    ),
  ).toBe(true)
  expect(await tooSmall(page), 'a folder').toEqual([])
  for (const [path, text] of [
    ['/law-changes', 'Upcoming'],
    ['/hr-policies/employee-handbook', 'Sources'],
    [`/proposals/${proposal.id}`, 'Status'],
    ['/audit', 'Today'],
    ['/account', 'Password'],
  ] as const) {
    await page.goto(portal.url + path)
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    expect(await tooSmall(page), path).toEqual([])
  }
})

test('a toast covers no button of a dialog that fills a phone', async ({ portal, person }) => {
  const { page, expectFault } = await person('phone')
  expectFault(/status of 500/)
  await signInAs(page, portal, demonstration('admin'), '/tasks')
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'New task' }).first().tap()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Call the bank')
  await dialog.getByRole('button', { name: 'Create task' }).tap()
  const toast = toastOf(page)
  await expect(toast).toContainText('Couldn’t create the task')
  for (const name of ['Close', 'Cancel', 'Create task'])
    await expectNothingAbove(dialog.getByRole('button', { name, exact: true }))
  // Dialogs hide what is outside of them from the accessibility tree; a toast is announced when it appears.
  await toast.locator('button').tap()
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(page.viewportSize()?.height)
})
