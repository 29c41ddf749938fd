// Everything that the docs name must exist: files, folders, commands, settings.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { filesUnder, root } from './source-files.ts'

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
)
const readers = ['server/config.ts', 'server/settings.ts']
const settingsFrom = [...readers, 'docs/deploy/compose.yaml']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join()

/** Texts in `code quotes` that look like project paths, npm commands, or settings. */
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
        (name) =>
          !scripts.includes(name) &&
          !['ci', 'install', 'prune', 'run', 'test', 'start', 'audit', 'sbom'].includes(name),
      )
      .map((name) => `npm ${name}`),
    ...settings.filter(
      (name) =>
        !settingsFrom.includes(name) && !/^(CHROME_PATH|TEST_DATABASE_URL|NODE_ENV|NODE_EXTRA_CA_CERTS|CI)$/.test(name),
    ),
  ]
}

/** GitHub's heading anchors: lower case, without punctuation, spaces as hyphens. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Broken links and images of a page: to a missing file, or to a missing heading. */
function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor)
  })
}

const pages = filesUnder([':(glob)*.md', 'docs'], /\.md$/).map(({ path, text }) => [path, text] as const)

it.each(pages)('%s names only existing files, commands, and settings', (_path, text) => {
  expect(missing(text)).toEqual([])
})

it.each(pages)('%s links only to existing files and headings', (path, text) => {
  expect(brokenLinks(path, text)).toEqual([])
})

it('the settings table of docs/operations.md lists exactly the settings of the portal', () => {
  const source = readers.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const read = source.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)
  const wanted = new Set([...read].map(([, name = '']) => name).filter((name) => /^[A-Z0-9_]{4,}$/.test(name)))
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const table = operations.slice(operations.indexOf('## Settings'), operations.indexOf('## Commands'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual([...wanted, 'NODE_EXTRA_CA_CERTS'].toSorted())
})

it('detects a broken link', () => {
  expect(brokenLinks('README.md', '[a](docs/nowhere.md) [b](#nowhere) [c](docs/setup.md) ![d](docs/none.png)')).toEqual(
    ['docs/nowhere.md', '#nowhere', 'docs/none.png'],
  )
})

it('detects a name that does not exist', () => {
  expect(missing('See `server/nowhere.ts`, run `npm run nothing`, set `NOT_A_SETTING`.')).toEqual([
    'server/nowhere.ts',
    'npm nothing',
    'NOT_A_SETTING',
  ])
})
