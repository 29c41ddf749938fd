import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import tests from '../../playwright.config.ts'
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
    launchOptions: tests.use?.launchOptions ?? {},
  },
})
