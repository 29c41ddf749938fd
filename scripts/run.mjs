// npm start and the maintenance commands (npm run backup, restore, verify, …): runs dist/server/<name>.js under Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist, ensureBuilt, isPruned, warnOfOldBuild } from './built.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** Fewer megabytes for short-lived objects: about 25 MB less while nobody is connected. No source maps, which Node would read at start (60 MB). */
const nodeOptions = ['--max-semi-space-size=8']

const [name, ...args] = process.argv.slice(2)
/** Commands can ask questions, so they keep the terminal and receive Ctrl+C from it; the server gets signals from us, once each. */
const isServer = name === 'main'

stopWithNpm()
// A release that was built and pruned runs as it is, for a user who may write nothing in it.
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
    // The server stops when this channel closes: also when we are killed and can't pass a signal on.
    stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    // A process group of its own, or Ctrl+C would reach the server twice: from the terminal and from us.
    detached: isServer && process.platform !== 'win32',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const passOn = (signal) => void (isServer && child.kill(signal))
  for (const signal of signals) process.on(signal, passOn)
  child.on('error', (error) => {
    process.stderr.write(`Node 24 could not be started: ${error.message}.\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    for (const each of signals) process.off(each, passOn)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}
