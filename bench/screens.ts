// How soon the pages of each role have their content: opened in a new browser without a cache, and reached by a link. Also their
// layout shift. A page has its content when its heading is shown and nothing in it waits.
// Usage: node bench/screens.ts [rounds] (needs a build; finds a browser as npm test does)
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { startPortal } from '../tests/running-portal.ts'
import { needBuild } from './needs.ts'
import { at } from './portal.ts'

const rounds = Number(process.argv[2] ?? 3)
const roles = ['client', 'staff', 'admin'] as const
const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

interface Opening {
  name: string
  milliseconds: number
  shift: number
}

needBuild()
const browser = await chromium.launch({ executablePath: await findBrowser() })
const portal = await startPortal({ DEMO: 'on', CALLS_PER_MINUTE: 'off' })
try {
  await addTestData(browser)
  for (const role of roles) {
    for (const size of ['desk', 'phone'] as const) await measureCold(role, size)
    await measureLinks(role)
  }
} finally {
  await browser.close()
  await portal.stop()
}
process.stdout.write('Done: nothing of this bench is left running.\n')

async function addTestData(by: Browser) {
  const context = await signedIn(by, 'admin', sizes.desk)
  const answer = await context.request.post(`${portal.url}/api/setup-test-data`)
  if (!answer.ok()) throw new Error(`The test data could not be created: ${answer.status()}`)
  await context.close()
}

async function signedIn(by: Browser, role: (typeof roles)[number], size: object): Promise<BrowserContext> {
  const context = await by.newContext(size)
  await context.addInitScript(watchPage)
  const data = { username: role, password: `demo-${role}-2026` }
  const answer = await context.request.post(`${portal.url}/api/login`, { data })
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${answer.status()}`)
  return context
}

/** The addresses in the navigation of a role. */
async function linksOf(page: Page): Promise<string[]> {
  await page.goto(portal.url)
  await page.evaluate(contentShown)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
  return [...new Set(addresses)]
}

/** Each page in a new browser context: nothing is cached. */
async function measureCold(role: (typeof roles)[number], size: keyof typeof sizes) {
  const first = await signedIn(browser, role, sizes[size])
  const paths = await linksOf(await first.newPage())
  await first.close()
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round++)
    for (const path of paths) {
      const context = await signedIn(browser, role, sizes[size])
      const page = await context.newPage()
      await page.goto(portal.url + path, { waitUntil: 'commit' })
      openings.push({ name: path, ...(await page.evaluate(contentShown)) })
      await context.close()
    }
  report(`${role}, ${size}, opened without a cache`, openings)
}

/** From the press of a link of the navigation to the content of its page. The first round loads the code. */
async function measureLinks(role: (typeof roles)[number]) {
  const context = await signedIn(browser, role, sizes.desk)
  const page = await context.newPage()
  const paths = await linksOf(page)
  const openings: Opening[] = []
  for (let round = 0; round <= rounds; round++)
    for (const path of paths) {
      const link = page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${path}"]`).first()
      if (!(await link.isVisible())) continue
      const reached = await link.evaluate(pressed)
      if (round > 0) openings.push({ name: path, ...reached })
    }
  report(`${role}, desk, by a link`, openings)
  await context.close()
}

function report(title: string, openings: Opening[]) {
  const times = openings.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const shift = Math.max(...openings.map((each) => each.shift))
  const share = (part: number) => at(times, part).toFixed(0)
  const slowest = openings.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]
  process.stdout.write(
    `${title}: ${openings.length} openings, median ${share(0.5)} ms, p75 ${share(0.75)} ms, slowest ${share(1)} ms (${slowest?.name}), largest layout shift ${shift.toFixed(3)}\n`,
  )
}

// What follows runs in the page.

/** Sums layout shifts, and defines when the content is shown. */
function watchPage() {
  const watched = globalThis as unknown as { shift: number; isShown: () => boolean }
  watched.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  watched.isShown = () =>
    document.querySelector('#root h1') !== null &&
    document.querySelector('main') !== null &&
    [...document.querySelectorAll('[aria-busy="true"]')].every((busy) => busy.getClientRects().length === 0)
}

/** Milliseconds since the navigation began. */
async function contentShown() {
  const watched = globalThis as unknown as { shift: number; isShown: () => boolean }
  while (!watched.isShown()) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return { milliseconds: performance.now(), shift: watched.shift }
}

async function pressed(link: Element) {
  const watched = globalThis as unknown as { shift: number; isShown: () => boolean }
  const path = (link as HTMLAnchorElement).pathname
  const start = performance.now()
  ;(link as HTMLAnchorElement).click()
  await new Promise(requestAnimationFrame)
  while (location.pathname !== path || !watched.isShown()) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return { milliseconds: performance.now() - start, shift: watched.shift }
}
