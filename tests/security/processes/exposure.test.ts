// What a running portal reveals in its logs, in the process list, on disk, and to someone who guesses addresses.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../architecture/source-files.ts'
import { startPortal } from '../../running-portal.ts'
import { isFull, measured } from '../measured.ts'
import { messagesPath, rowsOf, signIn, visitor } from './client.ts'

const secrets = { password: 'canary-password-quokka', token: 'canary-token-potoroo', number: '923-45-6789' }
const canaries = { ...secrets, message: 'canary-message-numbat', birth: '1971-02-29', search: 'canary-search-bilby' }

it('I3, I4: the most verbose log and error bodies contain nothing that people typed, and a fault shows only its number', async () => {
  const portal = await startPortal({ LOG_LEVEL: 'trace' })
  onTestFinished(() => portal.stop())
  const [client, stranger] = [await signIn(portal.url, 'client'), visitor(portal.url)]
  const path = await messagesPath(client)
  const { password, token } = secrets
  const content = `${canaries.message} ${canaries.number} ${canaries.birth}`
  const replies = [
    await stranger.call('POST', '/api/login', { username: 'client', password }),
    await stranger.call('POST', '/api/password/reset', { token, password }),
    await stranger.call('POST', '/api/login/link', { token }),
    await stranger.call('POST', '/api/invitations/accept', { token, password }),
    await client.call('POST', path, { content, [canaries.message]: 1 }),
    await client.call('GET', `/api/search?q=${canaries.search}`),
    await client.call('GET', `/api/search?q=${canaries.search}&cursor=${canaries.search}`),
  ]
  const errors = replies.filter(({ status }) => status >= 400).map(({ text }) => text)
  expect(errors.length).toBeGreaterThan(2)
  for (const secret of Object.values(secrets)) expect(errors.join('\n')).not.toContain(secret)
  await client.call('POST', path, { content })
  // A database fault whose message contains user data.
  await rowsOf(portal.dataDir, 'alter table messages add constraint canary check (length(content) < 3) not valid')
  const fault = await client.call('POST', path, { content })
  expect([fault.status, ...Object.keys(fault.body).toSorted()]).toEqual([500, 'code', 'issues', 'message', 'reference'])
  const output = `${portal.output()}\n${fault.text}`
  expect(output.split('\n').length).toBeGreaterThan(10)
  for (const canary of [...Object.values(canaries), client.cookie.split('=').at(-1) as string])
    expect(output).not.toContain(canary)
})

it('J3: settings are not in the process list, and data folders are accessible only to their owner', async () => {
  const secret = 'canary-in-the-settings'
  const portal = await startPortal({
    SMTP_URL: `smtp://user:${secret}@127.0.0.1:9`,
    MAIL_FROM: 'a@example.com',
    DEMO: 'on',
  })
  onTestFinished(() => portal.stop())
  expect(execFileSync('ps', ['-e', '-o', 'args'], { encoding: 'utf8' })).not.toContain(secret)
  for (const folder of ['postgres', 'files']) expect(statSync(join(portal.dataDir, folder)).mode & 0o777).toBe(0o700)
})

const nobody = 65_534

it.runIf(process.getuid?.() === 0)(
  'J3: runs as an ordinary user, as every deployment configures, and warns if it runs as root',
  async () => {
    expect(readFileSync(join(root, 'docs/deploy/portal@.service'), 'utf8')).toMatch(/^User=(?!root)\w+$/m)
    expect(readFileSync(join(root, 'docs/deploy/Containerfile'), 'utf8')).toMatch(/^USER (?!root)\w+$/m)
    const folder = mkdtempSync(join(tmpdir(), 'portal-nobody-'))
    chownSync(folder, nobody, nobody)
    const as = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs', '--']
    const portal = await startPortal({ DEMO: 'on', HOME: folder }, folder, as)
    onTestFinished(async () => {
      await portal.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    for (const path of ['/', '/readyz']) expect((await visitor(portal.url).call('GET', path)).status).toBe(200)
    const running = execFileSync('ps', ['-e', '-o', 'uid=,ppid=,pid='], { encoding: 'utf8' }).trim().split('\n')
    const family = running
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent, pid]) => [parent, pid].includes(portal.pid))
    expect(new Set(family.map(([uid]) => uid))).toEqual(new Set([nobody]))
    const asRoot = await startPortal({ DEMO: 'on' })
    onTestFinished(() => asRoot.stop())
    await expect.poll(() => asRoot.output()).toContain('runs as root')
  },
)

const guesses =
  `.git/HEAD .git/config .env .env.production .npmrc .htaccess .DS_Store package.json package-lock.json server/main.js server/main.ts
  dist/server/main.js index.html.map metrics debug status server-status admin administrator phpinfo.php wp-admin wp-login.php backup
  backup.zip backup.sql dump.sql db.sqlite data data/master.key master.key config.json docs swagger swagger.json openapi.json openapi.yaml
  graphql api api/ api/docs api/openapi.json api/swagger api/metrics api/debug api/health api/test-data api/create-test-data actuator
  actuator/env console shell uploads uploads/ files files/ objects objects/ tmp logs log error.log trace node_modules
  node_modules/fastify/package.json ..%2f..%2fetc/passwd %2e%2e/%2e%2e/etc/passwd assets/ assets static/ crossdomain.xml id_rsa server.key
  Dockerfile docker-compose.yml README.md tests source src`.split(/\s+/)

it('J4: in production a stranger who guesses addresses finds only the public page', async () => {
  const portal = await startPortal({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' })
  onTestFinished(() => portal.stop())
  const stranger = visitor(portal.url)
  const page = (await stranger.call('GET', '/')).text
  const maps = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path]) => `${path}.map`)
  expect(maps.length).toBeGreaterThan(0)
  for (const guess of [...guesses, ...maps]) {
    const { status, text } = await stranger.call('GET', `/${guess}`)
    expect([302, 501].includes(status) || (status >= 400 && status < 500) || text === page, `${guess}: ${status}`).toBe(
      true,
    )
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect((await stranger.call(method, '/')).status).toBeGreaterThanOrEqual(400)
})

interface Component {
  group?: string
  name: string
}

it.runIf(isFull)('J2: npm audit reports no high or critical vulnerability in a shipped package', (test) => {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  const { vulnerabilities } = JSON.parse(stdout || '{}') as { vulnerabilities?: Record<string, { severity: string }> }
  if (vulnerabilities === undefined)
    return measured(test, 'KNOWN VULNERABILITIES NOT CHECKED: npm audit did not answer')
  const bill = JSON.parse(readFileSync(join(root, 'dist/sbom.json'), 'utf8')) as { components: Component[] }
  const shipped = new Set(bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)))
  const severe = Object.entries(vulnerabilities).filter(([, { severity }]) => ['high', 'critical'].includes(severity))
  expect(severe.filter(([name]) => shipped.has(name))).toEqual([])
})
