// What the docs name must be there: files, folders, commands, settings.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder, root } from './house.ts'

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
)
const config = readFileSync(join(root, 'server/config.ts'), 'utf8')

/** Things in `code quotes` that look like paths of the project, npm commands, or settings. */
function missing(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string)
  const paths = quoted.filter(
    (word) =>
      /^(api|bench|content|docs|domain|scripts|server|tests|web|\.ci)\/[\w./*-]*$/.test(word) && !word.includes('*'),
  )
  const commands = [...text.matchAll(/`npm (?:run )?([a-z][a-z:-]*)/g)].map((match) => match[1] as string)
  const settings = quoted.filter((word) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(word))
  return [
    ...paths.filter((path) => !existsSync(join(root, path.replace(/:\d+$/, '')))),
    ...commands
      .filter(
        (name) => !scripts.includes(name) && !['ci', 'install', 'run', 'test', 'start', 'audit', 'sbom'].includes(name),
      )
      .map((name) => `npm ${name}`),
    ...settings.filter(
      (name) =>
        !config.includes(name) && !/^(CHROME_PATH|TEST_DATABASE_URL|NODE_ENV|NODE_EXTRA_CA_CERTS|CI)$/.test(name),
    ),
  ]
}

it.each(filesUnder(['README.md', 'docs'], /\.md$/).map(({ path, text }) => [path, text] as const))(
  '%s names only what is there',
  (_path, text) => {
    expect(missing(text)).toEqual([])
  },
)

it('a name of what is not there is noticed', () => {
  expect(missing('See `server/nowhere.ts`, run `npm run nothing`, set `NOT_A_SETTING`.')).toEqual([
    'server/nowhere.ts',
    'npm nothing',
    'NOT_A_SETTING',
  ])
})
