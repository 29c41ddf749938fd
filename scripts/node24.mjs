// The portal runs on Node 24; a machine with an older one has it among the installed packages (docs/decisions/0002).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** The path of a Node 24 or later. Ends the process with a sentence when there is none. */
export function findNode24() {
  if (isNode24()) return process.execPath
  const windows = process.platform === 'win32'
  const folder = join(root, 'node_modules', `node-${windows ? 'win' : process.platform}-${process.arch}`, 'bin')
  const node = join(folder, windows ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  process.stderr.write(
    `The portal needs Node 24, this is Node ${process.versions.node}, and npm has none for ${process.platform}-${process.arch}: ` +
      'install Node 24 from https://nodejs.org.\n',
  )
  process.exit(1)
}

export function isNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24
}
