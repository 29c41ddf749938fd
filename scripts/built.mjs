// Builds if necessary, and detects changes cheaply.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

export const dist = join(root, 'dist')
export const stampFile = join(dist, '.built')
const sources = ['api', 'content', 'domain', 'scripts', 'server', 'web', 'package.json']

/** Whether this is a built release without development packages (`npm prune --omit=dev`), which can't be built here. */
export function isPruned() {
  const has = (path) => existsSync(join(root, path))
  return (
    has('dist/server/main.js') &&
    has('node_modules/tinypool') &&
    !(has('node_modules/rolldown') && has('node_modules/vite'))
  )
}

/** Warns if the sources are of another release than the build, as after `git pull` alone. */
export function warnOfOldBuild() {
  const version = (path, read) => (existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : undefined)
  const built = version(join(dist, 'sbom.json'), (bill) => bill.metadata.component.version)
  const here = version(join(root, 'package.json'), (about) => about.version)
  if (built !== undefined && built !== here)
    process.stderr.write(
      `Note: this folder has release ${here}, but release ${built} was built in it and runs now. ` +
        'To use the new release, run: npm ci --include=dev --ignore-scripts && npm run build\n',
    )
}

/** Takes about ten milliseconds if nothing changed. Ends the process if the build fails, which prints the reason. */
export function ensureBuilt(node24) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesStamp()) return
  process.stderr.write('Building the portal (about a minute)…\n')
  const ended = spawnSync(node24, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  if (ended.status !== 0) process.exit(ended.status ?? 1)
}

/**
 * Of every source's name, size, and time: reading all of them would cost ten times as much. The lock file, which npm
 * rewrites without changes, is hashed by content.
 */
export function sourcesStamp() {
  const hash = createHash('sha256')
  for (const source of sources) add(hash, source)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex')
}

function add(hash, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found || path.endsWith('.test.ts')) return
  if (found.isDirectory()) {
    for (const name of readdirSync(join(root, path)).toSorted()) add(hash, `${path}/${name}`)
  } else {
    hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
  }
}
