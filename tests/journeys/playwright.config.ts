import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { results, sizes } from './journey.ts'

/** Journeys are not tests of `npm test`: `node scripts/launch.mjs journeys` walks them at both sizes, one after another. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(results, 'failures'),
  reporter: [['list'], [join(import.meta.dirname, 'reporter.ts')]],
  // Seconds are measured, so nothing else may run.
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  projects: Object.keys(sizes).map((name) => ({ name })),
  use: {
    browserName: 'chromium',
    headless: true,
    // Each page comes from the server, as on a first visit.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: [
        '--no-first-run',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's sandbox refuses root, and only root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
