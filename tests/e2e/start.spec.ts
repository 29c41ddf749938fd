// Starting: an error is one sentence and a non-zero exit; a correct configuration is ready within seconds.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, startPortal, test } from './portal.ts'

const program = join(import.meta.dirname, '../../dist/server/main.js')

/** Starts a portal that can't start; returns its output and exit code. */
async function failedStart(settings: NodeJS.ProcessEnv) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-start-'))
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await rm(folder, { recursive: true, force: true })
  return { code, output: output.trim() }
}

test('each invalid setting is reported in a sentence', async () => {
  const { code, output } = await failedStart({ PORT: 'abc', DEMO: 'perhaps' })
  expect(code).not.toBe(0)
  expect(output.split('\n')).toHaveLength(2)
  expect(output).toContain('PORT')
  expect(output).toContain('DEMO')
})

test('an unrequested demonstration does not start on a public address', async () => {
  const { code, output } = await failedStart({ PORT: '0', PUBLIC_URL: 'https://portal.example.com' })
  expect(code).toBe(78)
  expect(output.split('\n')).toHaveLength(1)
  expect(output).toContain('PUBLIC_URL is https://portal.example.com')
  expect(output).toContain('DEMO=on')
})

test('a public demonstration prints random passwords, and each page warns not to enter real data', async ({
  browser,
}) => {
  const portal = await startPortal({ DEMO: 'on', HOST: '0.0.0.0' })
  const printed = () => /^ {2}staff {2}(\S+)$/m.exec(portal.output())?.[1] ?? ''
  await expect.poll(printed).not.toBe('')
  const password = printed()
  const page = await browser.newPage()
  const banner = page.getByRole('complementary', { name: 'Demonstration' })
  for (const path of ['/verify', '/no-such-page', '/?signin']) {
    await page.goto(portal.url + path)
    await expect(banner).toContainText('Don’t enter real data')
  }
  await page.getByRole('button', { name: 'Fill in staff' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Their passwords were printed when the portal started.')
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()
  await expect(banner).toBeVisible()
  await page.close()
  await portal.stop()
})

test('a port in use is reported in a sentence', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, 'localhost', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
  const { code, output } = await failedStart({ PORT: String(port) })
  server.close()
  expect([code, output]).toEqual([
    1,
    `Error: Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
  ])
})

test('an unreachable database is reported in a sentence, without its password', async () => {
  const { code, output } = await failedStart({
    PORT: '0',
    DATABASE_URL: 'postgres://someone:secret-word@127.0.0.1:1/nowhere',
  })
  expect(code).toBe(1)
  expect(output).toContain('Cannot connect to the database in DATABASE_URL')
  expect(output.split('\n')).toHaveLength(1)
  expect(output).not.toContain('secret-word')
})

test('H6: a second portal on the same folder is refused with a sentence, and the first continues', async () => {
  const portal = await startPortal()
  const { code, output } = await failedStart({ PORT: '0', DATA_DIR: portal.dataDir })
  expect(code).toBe(1)
  expect(output.split('\n')).toHaveLength(1)
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200)
  await portal.stop()
})

test('A11: in production no demonstration accounts exist or are shown, and a link creates the first administrator', async () => {
  const portal = await startPortal({ NODE_ENV: 'production' })
  expect((await fetch(`${portal.url}/api/demonstration`)).status).toBe(404)
  expect(await (await fetch(portal.url)).text()).not.toContain('real data')
  const answer = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'demo-admin-2026' }),
  })
  expect(answer.status).toBe(401)
  await portal.stop()
})
