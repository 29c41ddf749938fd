// At the foot of a phone: where one goes most, the rest behind More, and nothing hidden below it.
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

/** Scrolled to its end, a page ends above the bar. */
async function expectEndsAbove(page: Page) {
  const { end, bar } = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const last = document.querySelector('main')?.lastElementChild
    const foot = [...document.querySelectorAll('nav[aria-label=Main]')].find((nav) => nav.checkVisibility())
    return { end: last?.getBoundingClientRect().bottom ?? Infinity, bar: foot?.getBoundingClientRect().top ?? 0 }
  })
  expect(end).toBeLessThanOrEqual(bar)
}

test('staff go about by the bar at the foot of a phone', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Footer' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Footer' })
  const folder = await addFolder(admin, { name: 'Footer Flooring', client: ann, staff: sam })
  const { page } = await person('phone')
  // The line that tells of changes opens late: what came before it is not missed.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await held
    await route.continue()
  })
  const counted = page.waitForResponse('**/api/waiting-threads/figures')
  await signInAs(page, portal, sam)
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Folders', /^Waiting/, 'Proposals'])
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await counted
  const client = await callerFor(portal, ann)
  await client('POST', `/api/client-folders/${folder.id}/messages`, { content: 'Are you there?' })
  letGo()
  await expect(bar.getByRole('link', { name: /Waiting/ })).toContainText('1')
  await expectEndsAbove(page)
  await expect(bar).toBeInViewport({ ratio: 1 })

  for (const [name, path] of [
    ['Folders', '/client-folders'],
    ['Proposals', '/proposals'],
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
    'Reports',
    'HR policies',
    'HR forms',
    'Law changes',
    'HR assistant',
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.tap()
  await page.getByRole('menuitem', { name: 'HR policies' }).tap()
  await expect(page.getByRole('list', { name: 'Policies', exact: true })).toBeVisible()
  await expectEndsAbove(page)
  await expectNoSidewaysScroll(page)
})

test('at a desk there is no bar, and on a narrow phone it holds every word of a client’s', async ({
  portal,
  person,
}) => {
  const { page } = await person('narrow')
  await signInAs(page, portal, demonstration('client'))
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(bar.getByRole('link')).toHaveCount(4)
  for (const link of await bar.getByRole('link').all()) {
    const isWhole = await link
      .locator('span')
      .last()
      .evaluate((word) => word.scrollWidth <= word.clientWidth)
    expect(isWhole, await link.innerText()).toBe(true)
  }
  await expectEndsAbove(page)
  await bar.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'HR forms' }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virginia HR Forms')
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(bar).toHaveCount(1)
  await expect(bar.getByRole('button', { name: 'More' })).toHaveCount(0)
  await expect(bar.getByRole('link', { name: 'HR forms' })).toHaveAttribute('aria-current', 'page')
})
