// node scripts/screenshots.mjs: the pictures of the docs, taken anew of a portal of their own that is thrown away afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dist, ensureBuilt } from './built.mjs'
import { findBrowser } from './browser.ts'
import { ensureInstalled, root } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'

const folder = join(root, 'docs/pictures')
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

/** What is taken: of whom, where, and what is there once the page has all it shows. */
const pictures = [
  { name: 'public-site', who: null, path: '/', size: desk, until: 'Request Service' },
  { name: 'dashboard', who: 'admin', path: '/', size: desk, until: 'Tidewater Marine Supply' },
  { name: 'dashboard-dark', who: 'admin', path: '/', size: desk, dark: true, until: 'Tidewater Marine Supply' },
  {
    name: 'folder',
    who: 'staff',
    path: ({ folderId }) => `/client-folders/${folderId}?tab=messages`,
    size: desk,
    until: 'The handbook',
  },
  { name: 'phone', who: 'client', path: '/', size: phone, until: /waiting for you/i },
  { name: 'phone-dark', who: 'client', path: '/', size: phone, dark: true, until: /waiting for you/i },
]

/** Requests that wait, the oldest first. */
const wishes = [
  ['Tidewater Marine Supply', 'Renee', 'Castillo', ['hr-operations'], 'Two wage complaints this month.'],
  ['Bluefield Family Dental', 'Amir', 'Haddad', ['talent-acquisition'], 'We need two hygienists before spring.'],
  ['Piedmont Montessori', 'Clara', 'Voss', ['hr-consulting', 'leadership-coaching'], 'A handbook, and a new head.'],
].map(([businessName, firstName, lastName, services, needsDescription]) => ({
  businessName,
  firstName,
  lastName,
  services,
  needsDescription,
  email: `${firstName.toLowerCase()}@example.com`,
  phone: '(757) 555-0142',
  businessGoals: 'Calm, and no surprises.',
}))

ensureInstalled()
if (isNode24()) await takeAll()
else process.exitCode = spawnSync(findNode24(), process.argv.slice(1), { cwd: root, stdio: 'inherit' }).status ?? 1

async function takeAll() {
  ensureBuilt(process.execPath)
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: await findBrowser() })
  const portal = await startPortal()
  try {
    mkdirSync(folder, { recursive: true })
    const places = await furnish(browser, portal.url)
    for (const picture of pictures) await take(browser, portal.url, picture, places)
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function startPortal() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  const settings = { PROVIDER_NAME: 'Ridgeline HR', PROVIDER_ADDRESS: 'Staunton, Virginia', DEMO: 'on' }
  const child = spawn(process.execPath, [join(dist, 'server/main.js')], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The portal for the pictures did not start.')
    await new Promise((resolve) => setTimeout(resolve, 100))
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

function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** Test data, requests that wait and a conversation; answers where the pictures are taken. */
async function furnish(browser, url) {
  const admin = await callerFor(browser, url, 'admin')
  const staff = await callerFor(browser, url, 'staff')
  const client = await callerFor(browser, url, 'client')
  await admin.post('/api/setup-test-data')
  for (const wish of wishes) await admin.post('/api/service-requests', wish)
  const folders = await client.get('/api/client-folders')
  const { id } = folders.find(({ name }) => name === 'Shenandoah Day School')
  await staff.post(`/api/client-folders/${id}/assignments`, {
    title: 'Send us the handbook of 2024',
    description: 'Any version will do; we mark what has to change.',
    wants: 'upload',
  })
  await staff.post(`/api/client-folders/${id}/messages`, {
    content: 'Good morning. The proposal and the contract are in your folder; each takes a few minutes to read.',
  })
  await client.post(`/api/client-folders/${id}/messages`, {
    content: 'Thank you. The handbook follows this afternoon. Is the version for substitutes wanted, too?',
  })
  for (const each of [admin, staff, client]) await each.leave()
  return { folderId: id }
}

async function callerFor(browser, url, username) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, url, username)
  const call = (method, path, body) =>
    page.evaluate(
      async (asked) => {
        const answer = await fetch(asked.path, {
          method: asked.method,
          headers: {
            ...(asked.body && { 'content-type': 'application/json' }),
            ...(asked.method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
          },
          ...(asked.body && { body: JSON.stringify(asked.body) }),
        })
        if (!answer.ok) throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      },
      { method, path, body },
    )
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    leave: () => context.close(),
  }
}

async function signIn(page, url, username) {
  await page.goto(`${url}/?signin`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: true }).fill(`demo-${username}-2026`)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function take(browser, url, { name, who, path, size, dark = false, until }, places) {
  const context = await browser.newContext({ ...size, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (who !== null) await signIn(page, url, who)
  await page.goto(`${url}${typeof path === 'string' ? path : path(places)}`)
  await page.getByText(until).filter({ visible: true }).first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  // Rows fade in over a tenth of a second, and a PDF is drawn after its frame.
  await page.waitForTimeout(1500)
  await page.getByText('Logged in successfully').waitFor({ state: 'hidden' })
  const client = await context.newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.webp`), bytes)
  process.stdout.write(`docs/pictures/${name}.webp, ${Math.ceil(bytes.length / 1024)} KB\n`)
  await context.close()
}
