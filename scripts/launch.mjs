// npm run dev, npm run security, …: installs missing packages and runs the script of that name (scripts/NAME.ts) under
// Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { findNode24 } from './node24.mjs'

ensureInstalled()
const [name, ...args] = process.argv.slice(2)
const child = spawn(findNode24(), [join(root, `scripts/${name}.ts`), ...args], { cwd: root, stdio: 'inherit' })
// The terminal sends Ctrl+C to the child as well; this process only waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
