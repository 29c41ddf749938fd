// A test that passes only at its second try hides a fault, so none gets one.
import { expect, it } from 'vitest'
import { filesUnder } from './source-files.ts'

const retried = /\bretr(?:y|ies): ?[1-9]|\bretry: ?\{|--retr(?:y|ies)\b/

it('no test is retried', () => {
  const files = filesUnder(
    [
      '.ci',
      'scripts',
      'tests',
      'server',
      'web',
      'domain',
      'api',
      'package.json',
      'vitest.config.ts',
      'playwright.config.ts',
    ],
    /(?:\.(?:test|spec)\.tsx?|\.config\.ts|package\.json|^scripts\/.*|^\.ci\/.*)$/,
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(({ text }) => retried.test(text)).map(({ path }) => path)).toEqual([
    'tests/architecture/retries.test.ts',
  ])
})

it.each(['retry: 1', 'retries: 2', 'vitest run --retry=1', 'retry: { count: 2 }'])('detects: %s', (text) =>
  expect(retried.test(text)).toBe(true),
)
