// Photographs every screen of the large office, in each role, at the size of a desktop and of a phone, in both themes, for a person to look
// at. Reports pages with an error, sideways scroll, or content that doesn't come.
// Usage: DATABASE_URL=… node bench/gallery.ts [FOLDER] (needs a build, and a database of `node bench/seed-large-office.ts`)
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type PageAddress, pages } from '../api/pages.ts'
import type { Role } from '../domain/actor.ts'
import { findBrowser } from '../scripts/browser.ts'
import { needBuild, needLargeOffice } from './needs.ts'
import { startPortal } from './portal.ts'
import { benchPassword } from './seed.ts'

const accounts: readonly { username: string; role: Role }[] = [
  { username: 'client1', role: 'client' },
  { username: 'staff1', role: 'staff' },
  { username: 'admin1', role: 'admin' },
  { username: 'master', role: 'master-admin' },
]
const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}
/** Lists whose newest row is what an address with `:id` shows. */
const lists: Readonly<Record<string, string>> = {
  '/client-folders/:id': 'client-folders',
  '/client-folders/:id/statement': 'client-folders',
  '/contracts/:id': 'contracts',
  '/contracts/:id/sign': 'contracts?status=sent',
  '/proposals/:id': 'proposals',
  '/invoices/:id': 'invoices',
  '/invoices/:id/pay': 'invoices?status=sent',
  '/bulk-actions/:id': 'bulk-actions',
  '/client-imports/:id': 'client-imports',
  '/document-imports/:id': 'document-imports',
}

needBuild()
const folder = process.argv[2] ?? 'test-results/gallery'
const portal = await startPortal(needLargeOffice(), Number(process.env.PORT ?? 4476))
const base = portal.base.replace('127.0.0.1', 'localhost')
const browser = await chromium.launch({ executablePath: await findBrowser() })
let taken = 0
try {
  for (const account of [undefined, ...accounts])
    for (const size of ['desk', 'phone'] as const) await photographAll(account, size)
} finally {
  await browser.close()
  await portal.stop()
}
process.stdout.write(`Done: ${taken} pictures in ${folder}.\n`)

async function photographAll(account: (typeof accounts)[number] | undefined, size: keyof typeof sizes) {
  const context = await browser.newContext({ ...sizes[size], reducedMotion: 'reduce', baseURL: base })
  if (account !== undefined) {
    const data = { username: account.username, password: benchPassword }
    const answer = await context.request.post('/api/login', { data })
    if (!answer.ok()) throw new Error(`${account.username} could not sign in: ${answer.status()}`)
  }
  const page = await context.newPage()
  const name = (screen: string) => join(folder, account?.role ?? 'visitor', `${screen}-${size}`)
  page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`))
  for (const address of await addressesOf(context, account?.role)) {
    await page.goto(address)
    const screen =
      address === '/'
        ? 'home'
        : address
            .slice(1)
            .replaceAll(/[^a-z0-9]+/gi, '_')
            .slice(0, 60)
    await photograph(page, name(screen))
    if (/^\/client-folders\/[^/]+$/.test(address) && account?.role !== 'client')
      await photographTabs(page, name(screen))
  }
  await context.close()
}

async function addressesOf(context: BrowserContext, role: Role | undefined): Promise<string[]> {
  const addresses: string[] = []
  const all: readonly PageAddress[] = pages
  for (const { path, who } of all) {
    const mayOpen = who === 'anyone' || (role !== undefined && (who === 'signed-in' || who.includes(role)))
    if (!mayOpen || (role !== undefined && who === 'anyone' && path !== '/')) continue
    if (!path.includes(':')) addresses.push(path)
    else if (path.includes(':slug')) addresses.push(path.replace(':slug', 'employee-handbook'))
    else if (path in lists) {
      const answer = await context.request.get(`/api/${lists[path]}`)
      const [first] = answer.ok() ? ((await answer.json()) as { id: string }[]) : []
      if (first !== undefined) addresses.push(path.replace(':id', first.id))
    }
  }
  return addresses
}

/** The tabs of a client folder, and the parts of each. */
async function photographTabs(page: Page, name: string) {
  const tabs = page.getByRole('main').getByRole('tab')
  for (let tab = 0; tab < (await tabs.count()); tab++) {
    await tabs.nth(tab).click()
    await photograph(page, `${name}-tab${tab}`)
    const parts = page.getByRole('main').getByRole('navigation').getByRole('button')
    for (let part = 1; part < (await parts.count()); part++) {
      await parts.nth(part).click()
      await photograph(page, `${name}-tab${tab}-part${part}`)
    }
  }
}

async function photograph(page: Page, name: string) {
  await page.getByRole('heading').filter({ visible: true }).first().waitFor()
  await page
    .waitForFunction(() =>
      [...document.querySelectorAll('[aria-busy="true"]')].every((busy) => busy.getClientRects().length === 0),
    )
    .catch(() => process.stdout.write(`${page.url()}: the content didn’t come\n`))
  await page.evaluate('document.fonts.ready')
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  if (scrolls) process.stdout.write(`${page.url()}: scrolls sideways at ${page.viewportSize()?.width} pixels\n`)
  mkdirSync(join(name, '..'), { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${name}-${colorScheme}.jpg`, type: 'jpeg', quality: 80, animations: 'disabled' })
    taken += 1
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
