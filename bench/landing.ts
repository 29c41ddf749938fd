// The public page as measured by Lighthouse for a phone: medians of score, largest contentful paint, layout shift, and
// blocking time.
// Usage: node bench/landing.ts [rounds] (needs a build; finds a browser as npm test does)
import { existsSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/browser.ts'

const root = join(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 3)
const [port, debugPort] = [4396, 4397]
const address = `http://localhost:${port}/`
if (!existsSync(join(root, 'dist/server/main.js'))) {
  process.stderr.write('There is no build: run npm run build first.\n')
  process.exit(1)
}
const executablePath = await findBrowser().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const folder = await mkdtemp(join(tmpdir(), 'portal-landing-'))
const portal = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'warn', DATA_DIR: folder },
  stdio: ['ignore', 'ignore', 'inherit'],
})
while (
  !(await fetch(address).then(
    (answer) => answer.ok,
    () => false,
  ))
)
  await new Promise((resolve) => setTimeout(resolve, 50))
const browser = await chromium.launch({
  executablePath,
  args: [
    `--remote-debugging-port=${debugPort}`,
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
const rows: Record<string, number>[] = []
for (let round = 0; round < rounds; round++) {
  const result = await lighthouse(address, { port: debugPort, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse answered nothing')
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => Math.round((audits[name]?.numericValue ?? 0) * 1000) / 1000
  rows.push({
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    seo: score('seo'),
    'first paint ms': value('first-contentful-paint'),
    'largest paint ms': value('largest-contentful-paint'),
    'blocking ms': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
  })
}
await browser.close()
portal.kill('SIGTERM')
await new Promise((resolve) => portal.once('exit', resolve))
await rm(folder, { recursive: true, force: true })
const median = (name: string) => rows.map((row) => row[name] ?? 0).toSorted((a, b) => a - b)[rows.length >> 1]
const load = execFileSync('uptime', { encoding: 'utf8' }).trim()
const text = [
  `Lighthouse, phone, medians of ${rounds}, ${load}`,
  ...Object.keys(rows[0] ?? {}).map((name) => `${name.padEnd(18)} ${median(name)}`),
].join('\n')
process.stdout.write(`${text}\n`)
process.stdout.write('Done: nothing of this bench is left running.\n')
