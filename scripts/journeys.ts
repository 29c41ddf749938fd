// node scripts/launch.mjs journeys [OPTION...] [TITLE...]: walks the portal as its users do, at the size of a desktop and of a phone,
// and writes film strips of screenshots and tables of clicks to test-results/journeys (docs/decisions/0120).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.ts'
import { ensureBuilt } from './built.mjs'
import { root } from './install.mjs'

const usage = `Usage: node scripts/launch.mjs journeys [--desk] [--phone] [--dark] [TITLE...]
Walks all journeys, or those whose title contains one of the given texts.
  --desk   only at 1440 × 900 pixels
  --phone  only at 390 × 844 pixels
  --dark   in the dark theme
The film strips are in test-results/journeys/index.html, the counts in test-results/journeys/journeys.md.`

const flag = { type: 'boolean', default: false } as const

function given() {
  try {
    return parseArgs({ allowPositionals: true, options: { desk: flag, phone: flag, dark: flag, help: flag } })
  } catch (error) {
    process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
    process.exit(2)
  }
}

const { values, positionals } = given()
if (values.help) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
ensureBuilt(process.execPath)
const escaped = positionals.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
const projects = (['desk', 'phone'] as const).filter((size) => values[size]).map((size) => `--project=${size}`)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    `--config=${join(root, 'tests/journeys/playwright.config.ts')}`,
    ...projects,
    ...(escaped.length > 0 ? ['--grep', escaped.join('|')] : []),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: await findBrowser(), JOURNEY_THEME: values.dark ? 'dark' : 'light' },
  },
)
process.exitCode = status ?? 1
