// npm start and the maintenance commands (npm run backup, restore, verify, …): runs dist/server/<name>.js under Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist, ensureBuilt, isPruned, warnOfOldBuild } from './built.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** A smaller young generation: about 25 MB less while idle. No source maps, which Node would load at start (60 MB). */
const nodeOptions = ['--max-semi-space-size=8']

const [name, ...args] = process.argv.slice(2)
/**
 * Commands can ask questions, so they keep the terminal and receive Ctrl+C from it; the server gets signals only from
 * this process.
 */
const isServer = name === 'main'

if (isServer && args.includes('--help')) {
  process.stdout.write(
    'Usage: npm start\nInstalls and builds what is missing, then starts the portal at http://localhost:3000. Settings: docs/operations.md\n',
  )
  process.exit(0)
}
stopWithNpm()
// A built and pruned release runs as it is, for a user without write access to it.
if (isPruned()) warnOfOldBuild()
else ensureInstalled()
const node24 = findNode24()
if (!isPruned()) ensureBuilt(node24)
const file = join(dist, 'server', `${name}.js`)
if (isNode24()) {
  process.argv = [process.argv[0], file, ...args]
  await import(pathToFileURL(file).href)
} else {
  runUnder(node24)
}

function runUnder(node) {
  const child = spawn(node, [...nodeOptions, file, ...args], {
    // The server stops when this channel closes, even if this process is killed and can't forward a signal.
    stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    // A separate process group, because Ctrl+C would otherwise reach the server twice: from the terminal and from this
    // process.
    detached: isServer && process.platform !== 'win32',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const passOn = (signal) => void (isServer && child.kill(signal))
  for (const signal of signals) process.on(signal, passOn)
  child.on('error', (error) => {
    process.stderr.write(`Error: Node 24 could not be started: ${error.message}.\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    for (const each of signals) process.off(each, passOn)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}
