// npm run supply: what the portal is made of. Writes docs/packages.md (every package that runs, with its licence) and
// dist/sbom.json (CycloneDX; every build writes it too), and asks npm for known holes. `-- --list` writes the list alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './install.mjs'

const list = join(root, 'docs/packages.md')

if (process.argv[1] === import.meta.filename) {
  writeFileSync(list, packageList())
  process.stdout.write('Wrote docs/packages.md.\n')
  if (!process.argv.includes('--list')) {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(join(root, 'dist/sbom.json'), billOfMaterials())
    process.stdout.write('Wrote dist/sbom.json.\n')
    audit()
  }
}

/** Read off the lock file, so that it is the same on every machine. */
export function packageList() {
  const { own, running } = readLock()
  const direct = new Set([...Object.keys(own.dependencies), ...Object.keys(own.optionalDependencies)])
  const licences = new Map(running.map(({ name, license }) => [name, license ?? 'UNKNOWN']))
  const names = [...licences.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const section = (chosen) => chosen.map((name) => `- ${name}: ${licences.get(name)}`).join('\n')
  return (
    [
      '# The packages that the portal runs on',
      'Written by `npm run supply` from the lock file. Why each is used is said in `docs/decisions/`.',
      '## Direct',
      section(names.filter((name) => direct.has(name))),
      '## What those bring along',
      section(names.filter((name) => !direct.has(name))),
    ].join('\n\n') + '\n'
  )
}

/** CycloneDX, written with every build: what the release runs on, with versions, hashes and licences. */
export function billOfMaterials() {
  const { own, running } = readLock()
  const components = running.map(({ name, version, integrity, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const hash = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
      ...(license && { licenses: [{ expression: license }] }),
    }
  })
  const component = { type: 'application', 'bom-ref': own.name, name: own.name, version: own.version }
  const unique = [...new Map(components.map((each) => [each.purl, each])).values()]
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components: unique }, null, 1)}\n`
}

function readLock() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const running = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, each]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...each,
    }))
  return { own: packages[''], running }
}

/** A check that did not run is no check that passed. */
function audit() {
  const { stdout } = npm(['audit', '--omit', 'dev', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  const found = vulnerabilitiesIn(stdout)
  if (found === null)
    return fail('*** NOT CHECKED *** The audit service did not answer: known holes in packages were not looked for.')
  const { critical, high, moderate, low } = found
  process.stdout.write(`Known holes: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low.\n`)
  if (critical + high > 0) fail('Critical ones are to be mended within 7 days, high ones within 30.')
}

/** What npm counted, or null where it has no answer. */
export function vulnerabilitiesIn(text) {
  try {
    return JSON.parse(text).metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
