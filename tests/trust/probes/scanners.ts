// E1 and J5: scanners from outside, signed in, against a portal of their own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { folderOf, signIn } from './client.ts'
import { need, runTool } from './tools.ts'

interface Described {
  paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
}

/** Every address that takes something in its query, with something in it. */
function addressesOf(url: string, { paths }: Described, folder: string): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || /events|logout|companion/.test(path)) return []
    const asked = get.parameters.filter((each) => each.in === 'query').map(({ name }) => `${name}=1`)
    const at = path.replace('{id}', folder).replace(/\{\w+\}/, '1')
    return asked.length === 0 ? [] : [`${url}${at}?${asked.join('&')}`]
  })
}

/**
 * E1: sqlmap on every parameter of a query, and on the fields of the open form and the sign-in. As an administrator, at level 1 and
 * risk 1; the long form as each role, at level 2 and risk 2.
 */
export const injection: Probe = async ({ long }) => {
  need('sqlmap')
  const portal = await startPortal({ LOG_LEVEL: 'error', CALLS_PER_MINUTE: 'off' })
  const out = mkdtempSync(join(tmpdir(), 'portal-sqlmap-'))
  try {
    const admin = await signIn(portal.url, 'admin')
    const { body } = await admin.call('GET', '/api/openapi.json')
    const addresses = addressesOf(portal.url, body as Described, await folderOf(admin))
    const list = join(out, 'addresses')
    writeFileSync(list, `${addresses.join('\n')}\n`)
    const always = [
      '--batch',
      '--dbms=PostgreSQL',
      '--technique=BEU',
      '--output-dir',
      out,
      '--flush-session',
      '--disable-coloring',
      '--ignore-code=400,401,404',
      '--smart',
    ]
    const level = long ? ['--level=2', '--risk=2'] : ['--level=1', '--risk=1']
    const callers = [admin]
    if (long) for (const role of ['staff', 'client'] as const) callers.push(await signIn(portal.url, role))
    const said: string[] = []
    // What ends it is the list; the time is only there so that it ends at all.
    for (const { cookie } of callers)
      said.push(await runTool('sqlmap', [...always, ...level, '-m', list, `--cookie=${cookie}`, '--skip=cookie'], 3600))
    // "[3/70] URL", or "[3/?] URL" where it does not count its list beforehand.
    const targets = [...said.join('\n').matchAll(/\[\d+\/[\d?]+\] URL/g)].length
    for (const [path, data] of [
      ['/api/login', { username: 'a', password: 'b' }],
      ['/api/request-status', { reference: 'AAAA-BBBB', email: 'a@example.com' }],
    ] as const)
      said.push(
        await runTool(
          'sqlmap',
          [
            ...always,
            ...level,
            '-u',
            `${portal.url}${path}`,
            `--data=${JSON.stringify(data)}`,
            '-H',
            'Content-Type: application/json',
          ],
          60,
        ),
      )
    const all = said.join('\n')
    const found =
      all.match(/is vulnerable|injectable\b(?! \(heuristic)|Payload:/g)?.filter((word) => word !== 'injectable') ?? []
    const tried = new Set(
      [...all.matchAll(/testing (?:if )?(?:GET|\(custom\) POST|POST) parameter '([^']+)'/gi)].map((each) => each[1]),
    ).size
    const faults = portal.said().split('a fault').length - 1
    return {
      passed: found.length === 0 && faults === 0 && targets >= addresses.length * callers.length,
      figure: `${targets} of ${addresses.length * callers.length} addresses and 2 bodies, ${tried} names of parameters: ${found.length} found, ${faults} faults`,
    }
  } finally {
    await portal.stop()
    rmSync(out, { recursive: true, force: true })
  }
}

const modules = 'xss,permanentxss,sql,file,ssrf,crlf,csp,cookieflags,http_headers,methods,exec,redirect'

/** J5: wapiti as each role, fed every address but those that sign out or never end (its own -x fails on Debian's Python). What it finds is explained in docs/scanner-findings.md, by its kind. */
export const wapiti: Probe = async ({ long }) => {
  need('wapiti')
  const portal = await startPortal({ LOG_LEVEL: 'error', CALLS_PER_MINUTE: 'off' })
  const out = mkdtempSync(join(tmpdir(), 'portal-wapiti-'))
  const lure = await openLure()
  const explained = readFileSync(join(import.meta.dirname, '../../../docs/scanner-findings.md'), 'utf8')
  try {
    const admin = await signIn(portal.url, 'admin')
    const { body } = await admin.call('GET', '/api/openapi.json')
    const found = new Map<string, number>()
    let scanned = 0
    const scan = async (role: 'admin' | 'staff' | 'client') => {
      const person = await signIn(portal.url, role)
      const addresses = addressesOf(portal.url, body as Described, await folderOf(person))
      const report = join(out, `${role}.json`)
      const starts = addresses.flatMap((address) => ['-s', address])
      // For looking around, and then for each of its modules.
      const seconds = long ? 300 : 15
      await runTool(
        'wapiti',
        [
          '-u',
          `${portal.url}/`,
          '--scope',
          'folder',
          ...starts,
          '-H',
          `Cookie: ${person.cookie}`,
          '-m',
          modules,
          '--no-bugreport',
          '--endpoint',
          lure.url,
          '--max-scan-time',
          String(seconds),
          '--max-attack-time',
          String(seconds),
          '-f',
          'json',
          '-o',
          report,
          '--store-session',
          join(out, role),
          '--flush-session',
        ],
        seconds * 20 + 120,
      )
      const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as Record<
        'vulnerabilities' | 'anomalies',
        Record<string, unknown[]>
      >
      scanned++
      for (const [kind, each] of [...Object.entries(vulnerabilities), ...Object.entries(anomalies)])
        if (each.length > 0) found.set(kind, (found.get(kind) ?? 0) + each.length)
    }
    await Promise.all((['admin', 'staff', 'client'] as const).map(scan))
    const open = [...found].filter(([kind]) => !explained.includes(`## ${kind}`))
    return {
      passed: open.length === 0 && scanned === 3 && lure.fetched.length === 0,
      figure: `3 roles; ${lure.fetched.length} addresses fetched by the portal; ${[...found].map(([kind, n]) => `${n} × ${kind}`).join(', ') || 'nothing found'}${open.length > 0 ? '; not explained' : ''}`,
    }
  } finally {
    lure.close()
    await portal.stop()
    rmSync(out, { recursive: true, force: true })
  }
}

/** Where wapiti leads the portal to, instead of to its makers' server: whatever comes here was fetched for a stranger. */
async function openLure() {
  const fetched: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const isWapiti = url.includes('get_ssrf.php')
    if (!isWapiti) fetched.push(url)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, fetched, close: () => void server.close() }
}
