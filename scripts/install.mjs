// Installs what package-lock.json asks for and node_modules lacks. Runs before anything is installed: no imports but Node's.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const lockFile = join(root, 'package-lock.json')
const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const stampFile = join(root, 'node_modules/.portal-installed')

/** Costs about a millisecond when nothing is missing. Ends the process with a sentence when npm fails. */
export function ensureInstalled() {
  const lock = readFileSync(lockFile)
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!agrees(JSON.parse(lock.toString()))) {
    process.stderr.write('Installing what is missing (once, about a minute)…\n')
    // `npm ci` refuses a lock file that lacks packages of other platforms, as a registry that has none of them makes it;
    // `npm install` takes the same versions from it.
    const ended = npm(['ci', ...quietly], { stdio: 'ignore' })
    if (ended.status !== 0 && npm(['install', '--no-save', ...quietly]).status !== 0) {
      process.stderr.write('The packages could not be installed: see the message of npm above.\n')
      process.exit(1)
    }
  }
  writeFileSync(stampFile, stamp)
}

/** npm writes to standard error only, so that what a command prints stays its own. */
export function npm(args, options = {}) {
  // The npm that runs us, if one does; its file is a script for Node.
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const stdio = ['ignore', process.stderr, process.stderr]
  return spawnSync(command, [...first, ...args], { cwd: root, stdio, shell: process.platform === 'win32', ...options })
}

/**
 * Whether an install by hand (`npm install`, `npm ci`) already brought what is asked for: npm keeps its own record of
 * what lies in node_modules. Optional packages may be missing: most are for other platforms.
 */
function agrees(wanted) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === version : optional === true
  })
}
