// What every journey needs: a portal, people at browsers, and what is asked of each page.
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { type Portal, startPortal } from '../running-portal.ts'

export { startPortal }
export type { Portal }

/** Whatever goes wrong in a page behind the story's back: console errors, failed requests, faults of the server. */
export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`console: ${message.text()} (${message.location().url})`),
  )
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A stream or a picture left behind by going to another page is no fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  return faults
}

/** What axe finds wrong in the page that is open, by all rules or by some. */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
    // A toast that fades away is on nobody's screen for long; a PDF in its frame is the browser's.
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

/** Without a theme the page has its own, which is light; what depends on colours is asked again in the dark. */
const scans: { theme: 'light' | 'dark'; runOnly: axe.RunOnly }[] = [
  {
    theme: 'light',
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  },
  { theme: 'dark', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
]

/** No violation of WCAG 2.2 A and AA, nor of axe's best practices, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  // axe measures by scrolling, and parts that are laid out on the way would have moved since it measured them.
  await page.evaluate(() => {
    const everything = new CSSStyleSheet()
    everything.replaceSync('main > * { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(everything)
  })
  for (const { theme, runOnly } of scans) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    // Colours fade over 100 ms; axe must see where they arrive. What turns for ever or follows the scroll is not waited for.
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(
          ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
      return Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
    })
    expect(await violationsOf(page, runOnly), `${what}, ${theme}`).toEqual([])
  }
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-theme')
    document.adoptedStyleSheets.pop()
  })
}

/** Nothing sticks out at the side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
}

/** Nothing sticks out at the sides, except inside what scrolls by itself. */
export async function expectNothingSticksOut(page: Page, what: string) {
  const outside = await page.evaluate(() => {
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
  })
  expect.soft(outside, what).toEqual([])
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), what)
    .toBeLessThanOrEqual(0)
}

/** Is signed in and at a page, without the way through the dialog, which has stories of its own. */
export async function enter(page: Page, portal: Portal, account: object, path = '/'): Promise<void> {
  const answer = await page.request.post(`${portal.url}/api/login`, { data: account })
  expect(answer.status(), 'signing in').toBe(200)
  await page.goto(portal.url + path)
}

export const signIn = (page: Page, portal: Portal, username: 'admin' | 'staff' | 'client' | 'master', path = '/') =>
  enter(page, portal, { username, password: `demo-${username}-2026` }, path)

/** From a blank page: a query of the page before, still under way, would be answered 401 and count as a fault. */
export async function signOut(page: Page, portal: Portal): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${portal.url}/api/logout`)
}

/** Where toasts come, also while a dialog keeps them from being read out. */
export const toastsOf = (page: Page) =>
  page.getByRole('region', { name: 'Announcements (F8)', exact: true, includeHidden: true })

/** The toast that is shown. */
export const toastOf = (page: Page) => toastsOf(page).getByRole('listitem', { includeHidden: true })

/** In the dialog that is open. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Somebody at a browser of their own. */
export interface Person {
  page: Page
  context: BrowserContext
  faults: string[]
  /**
   * Says that something goes wrong on purpose: of the faults, those that match are none, and at least one must have come. A
   * refused call reads `console: … status of 401 (…) (http://…/api/login)`, a lost one `failed: POST http://… net::ERR_…`.
   */
  expectFault: (pattern: RegExp) => void
  /** The same for what may or may not come, as what happens first decides. */
  allowFault(pattern: RegExp): void
}

type Size = 'desk' | 'phone' | 'narrow'

const sizes: Record<Size, BrowserContextOptions> = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  // The narrowest that nothing may stick out of.
  narrow: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
}

export const test = base.extend<
  {
    person: (size?: Size, more?: BrowserContextOptions) => Promise<Person>
    /** A portal of the story's own, for one that expects a fresh one. It ends after its people have left. */
    ownPortal: () => Promise<Portal>
  },
  { portal: Portal }
>({
  portal: [
    // Playwright wants the first argument taken apart, also where nothing is taken.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const portal = await startPortal()
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern
  ownPortal: async ({}, provide) => {
    const started: Portal[] = []
    await provide(async () => {
      const portal = await startPortal()
      started.push(portal)
      return portal
    })
    for (const portal of started) await portal.stop()
  },
  person: async ({ browser, ownPortal }, provide) => {
    // What a fixture names is set up before it, and so ends after it.
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
