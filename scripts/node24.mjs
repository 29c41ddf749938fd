// The portal runs on Node 24; if the machine's Node is older, the installed packages include one (docs/decisions/0002).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** The path of a Node 24 or later. Ends the process with a sentence if there is none. */
export function findNode24() {
  if (isNode24()) return process.execPath
  const windows = process.platform === 'win32'
  const folder = join(root, 'node_modules', `node-${windows ? 'win' : process.platform}-${process.arch}`, 'bin')
  const node = join(folder, windows ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  process.stderr.write(
    `Error: Node 24 is required (found ${process.versions.node}), and npm has none for ${process.platform}-${process.arch}. ` +
      'Install Node 24 from https://nodejs.org.\n',
  )
  process.exit(1)
}

export function isNode24() {
  return Number.parseInt(process.versions.node, 10) >= 24
}
