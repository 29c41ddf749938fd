import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const prepare = join(import.meta.dirname, 'tests/prepare.ts')

/** Left to `npm run test:all`: kills, slow connections, stores and servers of their own. */
const slow = [
  'server/signatures/crashes.test.ts',
  'server/embedded-postgres/supervisor.test.ts',
  'server/kit/connection-limits.test.ts',
  'server/kit/live.test.ts',
  'server/objects/s3.test.ts',
  'server/keep/upgrade.test.ts',
  'server/seed/accounts.test.ts',
  'tests/guards/frozen.test.ts',
]

/** Run a second time on another version of PostgreSQL, over TCP: what asks SQL of many kinds, migrations, and backups. */
const onSecondPostgres = [
  'server/{audit,client-folders,dashboard,invoices,keep,messages,reports,search,service-requests,sessions,users}/**/*.test.ts',
  'server/kit/{database-client,jobs,job-leases,live,migrate,paging,prepared-statements,rate-limit,snapshot}.test.ts',
  'tests/guards/{migrations,paper-moves,races,two-instances}.test.ts',
]

const api = ['server/**/*.test.ts', 'tests/guards/**/*.test.ts', 'tests/security/*.test.ts']
const selection = process.env.TEST_SELECTION

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
          include: selection === 'second-postgres' ? onSecondPostgres : api,
          exclude: selection === 'quick' ? slow : [],
          globalSetup: existsSync(prepare) ? [prepare] : [],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Of the built portal, as processes of its own: instances beside one another, and what may befall them.
          name: 'instances',
          include: ['tests/instances/**/*.test.ts', 'tests/security/processes/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
