// Installs the packages of package-lock.json that are missing in node_modules. Runs before anything is installed, so it
// imports only Node's modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const lockFile = join(root, 'package-lock.json')
const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const stampFile = join(root, 'node_modules/.portal-installed')

/**
 * Takes about a millisecond if nothing is missing. Ends the process with a sentence if the packages can't be installed.
 */
export function ensureInstalled() {
  const lock = readFileSync(lockFile)
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const wanted = JSON.parse(lock.toString())
  if (!agrees(wanted)) install()
  checkIntegrity(wanted)
  writeFileSync(stampFile, stamp)
}

/** Only `npm ci` in production: `npm install` would also accept packages without a checksum in the lock file. */
function install() {
  process.stderr.write('Installing dependencies (first run, a few minutes)…\n')
  // The build needs the development packages, which npm omits if NODE_ENV is production.
  if (npm(['ci', '--include=dev', ...options]).status === 0) return
  if (isProduction()) fail('Error: npm ci failed; see its output above. In production, npm install is not tried.')
  process.stderr.write(
    'Note: npm ci failed; see its output above. Trying npm install, which does not check every package against the lock file.\n',
  )
  if (npm(['install', '--no-save', '--include=dev', ...options]).status !== 0)
    fail('Error: the packages could not be installed; see the output of npm above.')
}

/**
 * Registries without the packages of other platforms leave those without a checksum in the lock file
 * (docs/decisions/0112).
 */
function checkIntegrity(wanted) {
  const unchecked = Object.entries(wanted.packages)
    .filter(([path, { integrity }]) => path !== '' && !integrity && existsSync(join(root, path)))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  if (unchecked.length === 0) return
  const sentence = `package-lock.json has no checksum for ${unchecked.join(', ')}, so the installed packages could not be verified.`
  if (!isProduction()) return void process.stderr.write(`Note: ${sentence}\n`)
  fail(
    `Error: ${sentence} On this platform, run "npm install --package-lock-only" and review the lock file before you install.`,
  )
}

const isProduction = () => process.env.NODE_ENV === 'production'

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** npm prints to standard error only, so that a command's output remains clean. */
export function npm(args, options = {}) {
  // The npm that runs this script, if any; its file is a script for Node.
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const stdio = ['ignore', process.stderr, process.stderr]
  return spawnSync(command, [...first, ...args], { cwd: root, stdio, shell: process.platform === 'win32', ...options })
}

/**
 * Whether a manual install (`npm install`, `npm ci`) already matches the lock file, according to npm's own record in
 * node_modules. Optional packages may be missing: most are for other platforms.
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
