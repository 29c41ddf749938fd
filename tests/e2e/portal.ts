// What every browser test needs: a portal, people at browsers, and checks of each page.
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import axe from 'axe-core'
import { type Portal, startPortal } from '../running-portal.ts'

export { startPortal }
export type { Portal }

/** Errors of a page that the test does not look at: console errors, failed requests, server faults. */
export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`console: ${message.text()} (${message.location().url})`),
  )
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A stream or an image aborted by navigation is not a fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  return faults
}

/** Violations that axe finds in the open page, by all rules or by some. */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
    // Ignores a toast that is fading out, and a PDF in its frame, which is the browser's.
    const exclude = ['[role="status"] [data-state="closed"], li[data-state="closed"]']
    const { violations } = await inPage.run(
      { exclude },
      { runOnly: only, iframes: false, preload: false, resultTypes: ['violations'] },
    )
    return violations.map(({ id, help, nodes }) => {
      const found = nodes.map((node) => node.html).join(' | ')
      return `${id}: ${help} — ${found.slice(0, 400)}`
    })
  }, runOnly)
}

/** The default theme is light; color rules are checked again in the dark one. */
const scans: { theme: 'light' | 'dark'; runOnly: axe.RunOnly }[] = [
  {
    theme: 'light',
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  },
  { theme: 'dark', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
]

/** Animations that end: no spinners, nothing driven by scrolling. */
const finiteAnimations = () =>
  document
    .getAnimations()
    .filter(
      ({ timeline, effect, playState }) =>
        timeline === document.timeline &&
        playState === 'running' &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    ).length

/** No violation of WCAG 2.2 A and AA, nor of axe's best practices, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  for (const { theme, runOnly } of scans) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    // Colors fade over 100 ms; axe must see their final values, even when one fade follows another.
    await expect.poll(() => page.evaluate(finiteAnimations)).toBe(0)
    expect(await violationsOf(page, runOnly), `${what}, ${theme}`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
}

/** A date relative to today, in the format of a date field. Far enough from today that no time zone matters. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Its service worker is active. */
export const isReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
  })

/** The items of a list that is a table on a desktop and cards on a phone. */
export const itemsOf = (page: Page, label: string) =>
  page.locator(`table[aria-label="${label}"] tbody tr, ul[aria-label="${label}"] > li`)

const sidewaysScroll = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** Nothing overflows sideways, once the page has adapted to its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(sidewaysScroll)).toBeLessThanOrEqual(0)
}

/** What overflows sideways and is not inside a scrollable part. */
function partsOutside(): string[] {
  const width = document.documentElement.clientWidth
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.documentElement &&
    (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const sticksOut = (element: Element) => {
    const { left, right, width: own } = element.getBoundingClientRect()
    return own > 1 && right > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement)
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => sticksOut(element) && ![...element.children].some(sticksOut))
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`)
    .slice(0, 3)
}

const softly = expect.configure({ soft: true })

/** Nothing overflows sideways, except inside scrollable parts. */
export async function expectNothingSticksOut(page: Page, what: string) {
  await softly.poll(() => page.evaluate(partsOutside), what).toEqual([])
  await softly.poll(() => page.evaluate(sidewaysScroll), what).toBeLessThanOrEqual(0)
}

/** Signs in and opens a page without the dialog, which has tests of its own. */
export async function enter(page: Page, portal: Portal, account: object, path = '/'): Promise<void> {
  const answer = await page.request.post(`${portal.url}/api/login`, { data: account })
  expect(answer.status(), 'signing in').toBe(200)
  await page.goto(portal.url + path)
}

export const signIn = (page: Page, portal: Portal, username: 'admin' | 'staff' | 'client' | 'master', path = '/') =>
  enter(page, portal, { username, password: `demo-${username}-2026` }, path)

/** From a blank page: a pending query of the previous page would be answered 401 and count as a fault. */
export async function signOut(page: Page, portal: Portal): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${portal.url}/api/logout`)
}

/** The region of toasts, even while a dialog hides it from screen readers. */
export const toastsOf = (page: Page) =>
  page.getByRole('region', { name: 'Announcements (F8)', exact: true, includeHidden: true })

/** The visible toast. */
export const toastOf = (page: Page) => toastsOf(page).getByRole('listitem', { includeHidden: true })

/** A press on its center reaches it: no toast is above it. */
export async function expectNothingAbove(target: Locator): Promise<void> {
  const isFree = () =>
    target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isFree, `nothing above ${String(target)}`).toBe(true)
}

/** Waits until what is to be signed was received in full; a browser that does not show PDFs downloads it. */
export async function expectReceived(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Page 1 of \d+$/ })).toBeVisible()
  await expect(page.getByText(/^(Loading|Scroll|Download) .*(…|\.|shown\.)$/)).toBeHidden()
}

/** In the open dialog. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** A person with their own browser. */
export interface Person {
  page: Page
  context: BrowserContext
  faults: string[]
  /**
   * Declares an expected fault: matching faults are ignored, and at least one must occur. A refused call reads
   * `console: … status of 401 (…) (http://…/api/login)`, a lost one `failed: POST http://… net::ERR_…`.
   */
  expectFault: (pattern: RegExp) => void
  /** The same for a fault that may or may not occur, depending on timing. */
  allowFault(pattern: RegExp): void
}

type Size = 'desk' | 'phone' | 'narrow'

const sizes: Record<Size, BrowserContextOptions> = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  // The narrowest supported width.
  narrow: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
}

type Provide<T> = (value: T) => Promise<void>
type PortalFixture = (none: object, provide: Provide<Portal>) => Promise<void>

/** The portal that the tests of a worker share, and one for a test that needs a new one, which ends after its people have left. */
export const portalFixtures = (start: typeof startPortal) => ({
  portal: [
    // Playwright requires the first argument to be destructured, even if nothing is used.
    // oxlint-disable-next-line no-empty-pattern
    async ({}: object, provide: Provide<Portal>) => {
      const portal = await start()
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ] as [PortalFixture, { scope: 'worker'; timeout: number }],
  // oxlint-disable-next-line no-empty-pattern
  ownPortal: async ({}: object, provide: Provide<typeof startPortal>) => {
    const started: Portal[] = []
    await provide(async (...how) => {
      const portal = await start(...how)
      started.push(portal)
      return portal
    })
    for (const portal of started) await portal.stop()
  },
})

export const test = base.extend<
  {
    person: (size?: Size, more?: BrowserContextOptions) => Promise<Person>
    /** A separate portal for a test that needs a new one. It ends after its people have left. */
    ownPortal: typeof startPortal
  },
  { portal: Portal }
>({
  ...portalFixtures(startPortal),
  person: async ({ browser, ownPortal }, provide) => {
    // A fixture's dependencies are set up before it, and so end after it.
    void ownPortal
    const contexts: BrowserContext[] = []
    const watched: { faults: string[]; expected: RegExp[]; allowed: RegExp[] }[] = []
    await provide(async (size = 'desk', more = {}) => {
      const context = await browser.newContext({ ...sizes[size], ...more })
      const page = await context.newPage()
      const faults = watch(page)
      const expected: RegExp[] = []
      const allowed: RegExp[] = []
      contexts.push(context)
      watched.push({ faults, expected, allowed })
      return {
        page,
        context,
        faults,
        expectFault: (pattern) => void expected.push(pattern),
        allowFault: (pattern) => void allowed.push(pattern),
      }
    })
    for (const context of contexts) await context.close()
    const surprises = watched.flatMap(({ faults, expected, allowed }) =>
      faults.filter((fault) => ![...expected, ...allowed].some((pattern) => pattern.test(fault))),
    )
    expect(surprises, 'nothing went wrong behind the story').toEqual([])
    const missing = watched.flatMap(({ faults, expected }) =>
      expected.filter((pattern) => !faults.some((fault) => pattern.test(fault))),
    )
    expect(missing, 'what was to go wrong did').toEqual([])
  },
})

export { expect }
