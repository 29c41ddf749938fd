import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const prepare = join(import.meta.dirname, 'tests/prepare.ts')

export default defineConfig({
  test: {
    pool: 'forks',
    // Each API test file keeps a pool of connections and a copied database of its own: more would only wait.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['domain', 'api', 'web', 'content', 'tests/pdf'].map((folder) => `${folder}/**/*.test.ts`),
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/guards/**/*.test.ts', 'tests/trust/**/*.test.ts'],
          // What is about the embedded PostgreSQL alone says nothing about another one.
          exclude: process.env.TEST_DATABASE_URL ? ['server/kit/postgres.test.ts'] : [],
          globalSetup: existsSync(prepare) ? [prepare] : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
