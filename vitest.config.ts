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
