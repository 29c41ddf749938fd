// Installs, builds and runs one of the portal's programs under Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist, ensureBuilt } from './built.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/**
 * Takes the arguments of this process along. A server gets signals through us, once each; a program that asks
 * questions (`interactive`) keeps the terminal and hears Ctrl+C from it.
 */
export async function launch(program, { interactive = false } = {}) {
  stopWithNpm()
  ensureInstalled()
  const node24 = findNode24()
  ensureBuilt(node24)
  const file = join(dist, 'server', program)
  if (isNode24()) {
    await import(pathToFileURL(file).href)
  } else {
    runUnder(node24, file, interactive)
  }
}

/**
 * Less room for what lives shortly: about 25 MB less while nobody asks. `npm start` gives it to a Node 24 that is there already.
 * No source maps, which Node would read at once (60 MB): the bundle keeps its names, so that a trace can be read as it is.
 */
const settings = ['--max-semi-space-size=8']

function runUnder(node24, file, interactive) {
  const child = spawn(node24, [...settings, file, ...process.argv.slice(2)], {
    // The server stops when this channel closes: also when we are killed and can pass nothing on.
    stdio: interactive ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'],
    // A process group of its own, or a Ctrl+C would reach it twice: from the terminal and from us.
    detached: !interactive && process.platform !== 'win32',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const passOn = (signal) => void (interactive || child.kill(signal))
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
