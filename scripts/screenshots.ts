// node scripts/launch.mjs screenshots [-- NAME...]: takes the screenshots of the README and the guides from a temporary
// portal.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { freePort } from '../server/embedded-postgres/supervisor.ts'
import { ensureBuilt } from './built.mjs'
import { findBrowser } from './browser.ts'
import { root } from './install.mjs'

type Account = 'admin' | 'staff' | 'client'

/** The records of the portal in the screenshots. */
interface Records {
  folderId: string
  proposalId: string
  contractId: string
  invoiceId: string
}

interface Picture {
  name: string
  account?: Account
  path: string | ((records: Records) => string)
  size?: BrowserContextOptions
  dark?: boolean
}

const folder = join(root, 'docs/pictures')
const maxBytes = 150 * 1024
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

const pictures: Picture[] = [
  { name: 'public-site', path: '/' },
  { name: 'dashboard', account: 'admin', path: '/' },
  { name: 'dashboard-dark', account: 'admin', path: '/', dark: true },
  { name: 'folder', account: 'staff', path: ({ folderId }) => `/client-folders/${folderId}?tab=messages` },
  { name: 'phone', account: 'client', path: '/', size: phone },
  { name: 'phone-dark', account: 'client', path: '/', size: phone, dark: true },
  { name: 'client-messages', account: 'client', path: '/messages' },
  { name: 'client-sign', account: 'client', path: ({ contractId }) => `/contracts/${contractId}/sign` },
  { name: 'staff-dashboard', account: 'staff', path: '/' },
  { name: 'staff-proposal', account: 'staff', path: ({ proposalId }) => `/proposals/${proposalId}` },
  { name: 'admin-users', account: 'admin', path: '/user-management' },
  { name: 'admin-invoice', account: 'admin', path: ({ invoiceId }) => `/invoices/${invoiceId}` },
  { name: 'admin-retention', account: 'admin', path: '/retention' },
  { name: 'admin-audit', account: 'admin', path: '/audit' },
  { name: 'admin-status', account: 'admin', path: '/status' },
]

/** Pending requests, oldest first. */
const requests = [
  {
    businessName: 'Tidewater Marine Supply',
    firstName: 'Renee',
    lastName: 'Castillo',
    services: ['hr-operations'],
    needsDescription: 'Two wage complaints this month.',
  },
  {
    businessName: 'Bluefield Family Dental',
    firstName: 'Amir',
    lastName: 'Haddad',
    services: ['talent-acquisition'],
    needsDescription: 'We need two hygienists before spring.',
  },
  {
    businessName: 'Piedmont Montessori',
    firstName: 'Clara',
    lastName: 'Voss',
    services: ['hr-consulting', 'leadership-coaching'],
    needsDescription: 'A handbook, and coaching for a new head of school.',
  },
]

const usage = `Usage: node scripts/launch.mjs screenshots -- [NAME...]
Takes the pictures in docs/pictures, or only those named, at most 150 KB each.
  NAME  ${pictures.map(({ name }) => name).join(', ')}`

const given = process.argv.slice(2)
const unknown = given.filter((name) => !pictures.some((each) => each.name === name))
if (given.includes('--help')) process.stdout.write(`${usage}\n`)
else if (unknown.length > 0) {
  process.stderr.write(`Error: unknown picture ${unknown.join(', ')}.\n\n${usage}\n`)
  process.exitCode = 2
} else await takeAll(pictures.filter(({ name }) => given.length === 0 || given.includes(name)))

async function takeAll(wanted: Picture[]) {
  ensureBuilt(process.execPath)
  const browser = await chromium.launch({ executablePath: await findBrowser() })
  const portal = await startPortal()
  try {
    mkdirSync(folder, { recursive: true })
    const records = await createRecords(browser, portal.url)
    for (const picture of wanted) await take(browser, portal.url, picture, records)
    process.stdout.write(`Done: took ${wanted.length} pictures.\n`)
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function startPortal() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      PROVIDER_NAME: 'Ridgeline HR',
      PROVIDER_ADDRESS: 'Staunton, Virginia',
      DEMO: 'on',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The portal for the pictures did not start.')
    await pause(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sample data, pending requests, an assignment, and a conversation. */
async function createRecords(browser: Browser, url: string): Promise<Records> {
  const admin = await callerFor(browser, url, 'admin')
  const staff = await callerFor(browser, url, 'staff')
  const client = await callerFor(browser, url, 'client')
  await admin.post('/api/setup-test-data')
  for (const request of requests)
    await admin.post('/api/service-requests', {
      ...request,
      email: `${request.firstName.toLowerCase()}@example.com`,
      phone: '(757) 555-0142',
      businessGoals: 'A steady team, and no surprises.',
    })
  const [first] = await client.get<{ id: string }[]>('/api/client-folders')
  const folderId = first?.id ?? ''
  await staff.post(`/api/client-folders/${folderId}/assignments`, {
    title: 'Send us your 2024 handbook',
    description: 'Any version is fine. We’ll mark what needs to change.',
    requiredAction: 'upload',
  })
  await staff.post(`/api/client-folders/${folderId}/messages`, {
    content: 'Good morning. The proposal and the contract are in your folder. Each takes a few minutes to read.',
  })
  await client.post(`/api/client-folders/${folderId}/messages`, {
    content: 'Thank you. We will upload the handbook this afternoon. Do you also need the version for substitutes?',
  })
  const newest = async (noun: string) => {
    const all = await admin.get<{ id: string; clientFolderId: string }[]>(`/api/${noun}`)
    return all.find(({ clientFolderId }) => clientFolderId === folderId)?.id ?? ''
  }
  const records = {
    folderId,
    proposalId: await newest('proposals'),
    contractId: await newest('contracts'),
    invoiceId: await newest('invoices'),
  }
  for (const each of [admin, staff, client]) await each.leave()
  return records
}

async function callerFor(browser: Browser, url: string, account: Account) {
  const context = await browser.newContext()
  await signIn(await context.newPage(), url, account)
  const call = async (method: 'GET' | 'POST', path: string, data?: object): Promise<unknown> => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const response = await context.request.fetch(`${url}${path}`, {
      method,
      ...(method === 'POST' && { headers }),
      ...(data && { data }),
    })
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return response.json()
  }
  return {
    get: async <T>(path: string) => (await call('GET', path)) as T,
    post: (path: string, data?: object) => call('POST', path, data),
    leave: () => context.close(),
  }
}

async function signIn(page: Page, url: string, account: Account) {
  await page.goto(`${url}/?signin`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(account)
  await dialog.getByLabel('Password', { exact: true }).fill(`demo-${account}-2026`)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function take(browser: Browser, url: string, picture: Picture, records: Records) {
  const { name, account, path, size = desk, dark = false } = picture
  const context = await browser.newContext({ ...size, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (account !== undefined) await signIn(page, url, account)
  await page.goto(`${url}${typeof path === 'string' ? path : path(records)}`)
  await page.getByRole('heading').filter({ visible: true }).first().waitFor()
  await page.evaluate('document.fonts.ready')
  // Waits until skeletons are replaced, rows have faded in, and a PDF is drawn.
  await pause(2500)
  await page.getByText('Logged in successfully').waitFor({ state: 'hidden' })
  await page.getByText(/: 0 of \d+ pages shown/).waitFor({ state: 'hidden' })
  const bytes = await capture(page)
  writeFileSync(join(folder, `${name}.webp`), bytes)
  process.stdout.write(`docs/pictures/${name}.webp, ${Math.ceil(bytes.length / 1024)} KB\n`)
  await context.close()
}

/** In the highest quality that is small enough. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  for (const quality of [82, 70, 55, 40]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= maxBytes) return bytes
  }
  throw new Error(`A picture has more than ${maxBytes / 1024} KB in every quality.`)
}
