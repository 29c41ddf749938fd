import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const prepare = join(import.meta.dirname, 'tests/prepare.ts')

/**
 * Left to `npm run test:all`: every endpoint for each role and with hostile input, attacks, kills, races, backups, many PDFs
 * and their seals, and stores and servers of their own.
 */
const slow = [
  'server/{backup,embedded-postgres,folder-exports,pdf,pdf-templates,seal}/**/*.test.ts',
  'server/{contracts,invoices}/races.test.ts',
  'server/signatures/{crashes,evidence,sealing,several-crashes}.test.ts',
  'server/kit/{connection-limits,live,prepared-statements,stored-text}.test.ts',
  'server/uploads/{s3,s3-failures}.test.ts',
  'server/seed/{accounts,demonstration}.test.ts',
  'server/{command-line,database-roles,portal}.test.ts',
  'server/hr-assistant/{crisis,writer}.test.ts',
  'server/{hr-forms/pdfs,hr-policies/pdf}.test.ts',
  'server/employees/school.test.ts',
  'server/documents/team-only.test.ts',
  'server/document-imports/document-imports.test.ts',
  'server/handbooks/handbooks.test.ts',
  'server/invoices/sums.test.ts',
  'server/received-emails/received-emails.test.ts',
  'tests/architecture/{agreement-actions,audit-log,contract,frozen,hostile,leaks,library,rights}.test.ts',
  'tests/security/**/*.test.ts',
  'tests/year/*.test.ts',
]

/** Run a second time on another version of PostgreSQL, over TCP: SQL of many kinds, migrations, and backups. */
const onSecondPostgres = [
  'server/{audit-log,backup,client-folders,dashboard,reports,search}/**/*.test.ts',
  'server/kit/{database-client,jobs,job-leases,live,migrate,paging,prepared-statements,rate-limit,snapshot}.test.ts',
  'tests/architecture/{agreement-actions,migrations,races,two-instances}.test.ts',
]

const api = [
  'server/**/*.test.ts',
  'tests/architecture/**/*.test.ts',
  'tests/security/*.test.ts',
  'tests/year/*.test.ts',
]
const selection = process.env.TEST_SELECTION

/**
 * Each process loads the program once instead of once per file, which saves a third of the time (docs/decisions/0120).
 * State other than the database belongs to the app context of a test app, so files do not share it.
 */
const isolate = false

/** As in the browser tests. The default of one second is too short for a busy machine. */
const polling = { poll: { timeout: 20_000 } }

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
          expect: polling,
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
          expect: polling,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Several processes of the built portal on one database, and faults in their environment.
          name: 'instances',
          include: ['tests/instances/**/*.test.ts', 'tests/security/processes/**/*.test.ts'],
          fileParallelism: false,
          expect: polling,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
