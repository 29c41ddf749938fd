// Security scanners from outside, signed in, against a separate portal (apt-get install sqlmap wapiti).
// docs/scanner-findings.md explains their findings.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { firstFolder } from '../../instances/writers.ts'
import { startPortal } from '../../running-portal.ts'
import { isFull, measured } from '../measured.ts'
import { type Client, has, run, signIn } from './client.ts'

const hour = 3_600_000
const roles = ['admin', 'staff', 'client'] as const

/** Every address with query parameters, with values. */
async function addressesOf(client: Client, admin: Client): Promise<string[]> {
  const { body } = await admin.call('GET', '/api/openapi.json')
  const paths = body.paths as Record<string, { get?: { parameters: { name: string; in: string }[] } }>
  const folder = await firstFolder(client)
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const query = get?.parameters.filter((each) => each.in === 'query').map(({ name }) => `${name}=1`) ?? []
    if (query.length === 0 || /events|logout|companion/.test(path)) return []
    return [`${client.url}${path.replace('{id}', folder).replace(/\{\w+\}/, '1')}?${query.join('&')}`]
  })
}

async function openPortal() {
  const portal = await startPortal({ LOG_LEVEL: 'error', CALLS_PER_MINUTE: 'off' })
  const folder = mkdtempSync(join(tmpdir(), 'portal-scanner-'))
  onTestFinished(async () => {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { portal, folder, admin: await signIn(portal.url, 'admin') }
}

it.runIf(isFull && has('sqlmap'))(
  'E1: sqlmap finds no injection in any parameter, as each role, nor in the public forms',
  { timeout: 4 * hour },
  async (test) => {
    const { portal, folder, admin } = await openPortal()
    const always =
      '--batch --dbms=PostgreSQL --technique=BEU --flush-session --disable-coloring --ignore-code=400,401,404 --smart --level=2 --risk=2'
    const options = [...always.split(' '), '--output-dir', folder]
    const list = join(folder, 'addresses')
    let [output, addresses] = ['', 0]
    for (const role of roles) {
      const person = await signIn(portal.url, role)
      const own = await addressesOf(person, admin)
      writeFileSync(list, `${own.join('\n')}\n`)
      addresses += own.length
      output += (await run('sqlmap', [...options, '-m', list, `--cookie=${person.cookie}`, '--skip=cookie'])).output
    }
    // "[3/70] URL", or "[3/?] URL" when it has not counted its list.
    expect([...output.matchAll(/\[\d+\/[\d?]+\] URL/g)].length).toBeGreaterThanOrEqual(addresses)
    const forms = {
      '/api/login': { username: 'a', password: 'b' },
      '/api/request-status': { reference: 'AAAA-BBBB', email: 'a@example.com' },
    }
    for (const [path, body] of Object.entries(forms)) {
      const form = [
        '-u',
        `${portal.url}${path}`,
        `--data=${JSON.stringify(body)}`,
        '-H',
        'Content-Type: application/json',
      ]
      output += (await run('sqlmap', [...options, ...form], {}, 60)).output
    }
    measured(test, `${addresses} addresses and ${Object.keys(forms).length} bodies`)
    expect(output.match(/is vulnerable|Payload:/g)).toBeNull()
    expect(portal.output()).not.toContain('a fault')
  },
)

const modules = 'xss,permanentxss,sql,file,ssrf,crlf,csp,cookieflags,http_headers,methods,exec,redirect'

it.runIf(isFull && has('wapiti'))(
  'J5: wapiti finds nothing unexplained as any role, and the portal fetches nothing for it',
  { timeout: 3 * hour },
  async (test) => {
    const { portal, folder, admin } = await openPortal()
    // The target of wapiti's SSRF attempts: apart from wapiti's own checks, any request here was made by the portal.
    const fetched: string[] = []
    const lure = createServer(({ url = '' }, response) => {
      if (!url.includes('get_ssrf.php')) fetched.push(url)
      response.setHeader('content-type', 'application/json').end('{}')
    })
    await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => void lure.close())
    const endpoint = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/`
    const found = new Map<string, number>()
    await Promise.all(
      roles.map(async (role) => {
        const person = await signIn(portal.url, role)
        const report = join(folder, `${role}.json`)
        const starts = (await addressesOf(person, admin)).flatMap((address) => ['-s', address])
        const limits =
          '--max-scan-time 300 --max-attack-time 300 --no-bugreport --flush-session --scope folder -f json'.split(' ')
        const target = [
          '-u',
          `${portal.url}/`,
          ...starts,
          '-H',
          `Cookie: ${person.cookie}`,
          '-m',
          modules,
          '--endpoint',
          endpoint,
        ]
        await run('wapiti', [...target, ...limits, '-o', report, '--store-session', join(folder, role)], {}, 6120)
        const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8'))
        for (const [kind, each] of Object.entries<unknown[]>({ ...vulnerabilities, ...anomalies }))
          if (each.length > 0) found.set(kind, (found.get(kind) ?? 0) + each.length)
      }),
    )
    const explained = readFileSync(join(import.meta.dirname, '../../../docs/scanner-findings.md'), 'utf8')
    measured(test, `3 roles; ${[...found].map(([kind, n]) => `${n} × ${kind}`).join(', ') || 'nothing found'}`)
    expect([...found.keys()].filter((kind) => !explained.includes(`## ${kind}`))).toEqual([])
    expect(fetched).toEqual([])
  },
)
