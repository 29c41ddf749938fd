// The public page as measured by Lighthouse for a phone: medians of score, largest contentful paint, layout shift, and
// blocking time.
// Usage: node bench/landing.ts [rounds] (needs a build; finds a browser as npm test does)
import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/browser.ts'
import { freePort, startPortal } from '../tests/running-portal.ts'
import { needBuild } from './needs.ts'

const rounds = Number(process.argv[2] ?? 3)
const rows: Record<string, number>[] = []
needBuild()
await measure()

async function measure() {
  const executablePath = await findBrowser()
  const portal = await startPortal()
  try {
    const debugPort = await freePort()
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
    try {
      for (let round = 0; round < rounds; round++) rows.push(await measured(`${portal.url}/`, debugPort))
    } finally {
      await browser.close()
    }
  } finally {
    await portal.stop()
  }
}

async function measured(address: string, debugPort: number): Promise<Record<string, number>> {
  const result = await lighthouse(address, { port: debugPort, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse answered nothing.')
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => Math.round((audits[name]?.numericValue ?? 0) * 1000) / 1000
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    seo: score('seo'),
    'first paint ms': value('first-contentful-paint'),
    'largest paint ms': value('largest-contentful-paint'),
    'blocking ms': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
  }
}

const median = (name: string) => rows.map((row) => row[name] ?? 0).toSorted((a, b) => a - b)[rows.length >> 1]
const load = execFileSync('uptime', { encoding: 'utf8' }).trim()
const text = [
  `Lighthouse, phone, medians of ${rounds}, ${load}`,
  ...Object.keys(rows[0] ?? {}).map((name) => `${name.padEnd(18)} ${median(name)}`),
].join('\n')
process.stdout.write(`${text}\n`)
process.stdout.write('Done: nothing of this bench is left running.\n')
