import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const prepare = join(import.meta.dirname, 'tests/prepare.ts')

/**
 * Not run a second time on a PostgreSQL of one's own: what is about the embedded one alone or asks no database, what kills
 * processes for a minute, and the walks over all endpoints, whose queries the stories of each area ask there as well.
 */
const sameOnAnyPostgres = [
  'server/embedded-postgres/supervisor.test.ts',
  'server/kit/{connection-limits,files-on-disk,load-shedding}.test.ts',
  'server/file-inspection/**',
  'server/pdf/**',
  'server/seal/**',
  'server/papers/**',
  'server/objects/s3.test.ts',
  'server/hr-assistant/writer.test.ts',
  'server/signatures/crashes.test.ts',
  'server/hr-forms/papers.test.ts',
  'server/hr-policies/{differences,pdf}.test.ts',
  'tests/guards/{boundaries,contract,docs,forms,hostile,kept-forms,library,rights,scoreboard,step-up,trail}.test.ts',
  'tests/trust/**',
]

/**
 * The program is loaded once by each process, not again for every file: a third of the time went into that (docs/decisions/0120).
 * What it knows beside its database belongs to the parts of a world, so that files do not meet in it.
 */
const isolate = false

export default defineConfig({
  test: {
    pool: 'forks',
    // Each API test file keeps a pool of connections and a copied database of its own: more would only wait.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          testTimeout: 60_000,
          include: ['domain', 'api', 'web', 'content', 'tests/pdf'].map((folder) => `${folder}/**/*.test.ts`),
        },
      },
      {
        test: {
          // React components without a server: labels, messages, empty states, what a dialog keeps after an error.
          name: 'component',
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          setupFiles: [join(import.meta.dirname, 'web/component-test.tsx')],
        },
      },
      {
        test: {
          name: 'api',
          isolate,
          include: ['server/**/*.test.ts', 'tests/guards/**/*.test.ts', 'tests/trust/**/*.test.ts'],
          exclude: process.env.TEST_DATABASE_URL ? sameOnAnyPostgres : [],
          globalSetup: existsSync(prepare) ? [prepare] : [],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Of the built portal, as processes of its own: instances beside one another, and what may befall them.
          name: 'instances',
          include: ['tests/instances/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
