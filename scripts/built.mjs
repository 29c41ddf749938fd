// Builds what is not built, and knows at little cost whether anything changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

export const dist = join(root, 'dist')
export const stampFile = join(dist, '.built')
const sources = ['api', 'content', 'domain', 'scripts', 'server', 'web', 'package.json', 'package-lock.json']

/** Some ten milliseconds when nothing changed. Ends the process when the build fails, which says why itself. */
export function ensureBuilt(node24) {
  // An image that carries only what was built has nothing to build from.
  if (!existsSync(join(root, 'server/main.ts'))) return
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesStamp()) return
  process.stderr.write('Building the portal (a few seconds)…\n')
  const ended = spawnSync(node24, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
  if (ended.status !== 0) process.exit(ended.status ?? 1)
}

/** Of every source's name, size and time: reading all of them would cost ten times as much. */
export function sourcesStamp() {
  const hash = createHash('sha256')
  for (const source of sources) add(hash, source)
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
