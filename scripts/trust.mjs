// npm run trust: the seventy checks, or those that are named (npm run trust -- A1 B3); -- --long for the long forms.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { ensureBuilt } from './built.mjs'
import { ensureInstalled, root } from './install.mjs'
import { findNode24 } from './node24.mjs'

ensureInstalled()
const node24 = findNode24()
ensureBuilt(node24)
const ended = spawnSync(node24, [join(root, 'tests/trust/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: await findBrowser() },
})
process.exitCode = ended.status ?? 1
