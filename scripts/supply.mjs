// npm run supply: what the portal is made of. Writes docs/packages.md (every package that runs, with its licence) and
// dist/sbom.json (CycloneDX), and asks npm for known holes. `-- --list` writes the list alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './install.mjs'

const list = join(root, 'docs/packages.md')

if (process.argv[1] === import.meta.filename) {
  writeFileSync(list, packageList())
  process.stdout.write('Wrote docs/packages.md.\n')
  if (!process.argv.includes('--list')) {
    writeSbom()
    audit()
  }
}

/** Read off the lock file, so that it is the same on every machine. */
export function packageList() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const own = packages['']
  const direct = new Set([...Object.keys(own.dependencies), ...Object.keys(own.optionalDependencies)])
  const running = new Map()
  for (const [path, { dev, license }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue
    running.set(path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), license ?? 'UNKNOWN')
  }
  const names = [...running.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const section = (chosen) => chosen.map((name) => `- ${name}: ${running.get(name)}`).join('\n')
  return (
    [
      '# The packages that the portal runs on',
      'Written by `npm run supply` from the lock file. Why each direct one is there stands in `docs/decisions/`.',
      '## Direct',
      section(names.filter((name) => direct.has(name))),
      '## What those bring along',
      section(names.filter((name) => !direct.has(name))),
    ].join('\n\n') + '\n'
  )
}

function writeSbom() {
  const { status, stdout } = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) return fail('The bill of materials could not be made: see the message of npm above.')
  const { components } = JSON.parse(stdout)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/sbom.json'), stdout)
  process.stdout.write(`Wrote dist/sbom.json: ${components.length} packages.\n`)
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
