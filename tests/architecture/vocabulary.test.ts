// Everything that a person reads uses one word for each thing (vocabulary.ts). A word that the specification fixes is
// an exception.
import { expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { filesUnder } from './source-files.ts'
import {
  commentsOf,
  commentWordsIn,
  isExplanation,
  paragraphsOf,
  textsOf,
  uncontractedIn,
  wordsIn,
} from './vocabulary.ts'

interface Exception {
  text: RegExp
  /** Where the specification fixes it. */
  specification: string
}

const exceptions: readonly Exception[] = [
  {
    text: /Logged (in|out) successfully/,
    specification: "Section 8: 'Logged in successfully', 'Logged out successfully'",
  },
  {
    text: /You are logged out\. Logging in again\.\.\./,
    specification: "Section 8: 'You are logged out. Logging in again...'",
  },
  {
    text: /Please contact/,
    specification: "Section 2: 'You don't have a client folder assigned yet. Please contact {provider} staff.'",
  },
  {
    text: /Please select at least one service/,
    specification: "Section 5: 'Please select at least one service'",
  },
  {
    text: /(Failed to (submit service request|process your query)|Download failed)\. Please try again\./,
    specification:
      "Section 8: 'Failed to submit service request. Please try again.', 'Download failed. Please try again.', 'Failed to process your query. Please try again.'",
  },
]

/** Words that visitors may type into a question, in any English. */
const typedByVisitors = 'server/hr-assistant/search/words.ts'

/** Legal texts. */
const uncontracted = new Set(['domain/consent.ts', 'domain/handbook.ts'])

const withoutExceptions = (text: string) =>
  exceptions.reduce((rest, each) => rest.replace(each.text, ''), text.replaceAll(/`[^`]*`/g, '`…`'))

const faultsIn = (texts: string[]) =>
  texts.flatMap((text) =>
    wordsIn(withoutExceptions(text)).map(({ found, use }) => `"${found}" (use: ${use}) in: ${text.slice(0, 200)}`),
  )

const sources = filesUnder(['web', 'domain', 'server', 'api', 'scripts'], /\.(tsx?|mjs)$/)
  .filter(({ path }) => path !== typedByVisitors && !/\.test\.tsx?$|\.d\.mts$|component-test/.test(path))
  .map(({ path, text }) => ({ path, texts: textsOf(path, text) }))

const pages = filesUnder([':(glob)*.md', 'docs'], /\.md$/).map(({ path, text }) => ({
  path,
  texts: paragraphsOf(text),
}))

/** HTML, PDF templates, and deployed files, without the comments for engineers. */
const templates = filesUnder(['web', 'server', 'docs/deploy'], /\.(html|typ)$|docs\/deploy\/[^/]+$/).map(
  ({ path, text }) => ({
    path,
    texts: text.replaceAll(/^\s*\/\/.*$|us-letter/gm, '').split('\n'),
  }),
)

it.each([
  ['the docs', pages],
  ['screens, emails, errors, and command output', sources],
  ['templates and deployment files', templates],
])('%s use one word for each thing', (_name, files) => {
  const unclean = files.flatMap(({ path, texts }) => faultsIn(texts).map((fault) => `${path}: ${fault}`))
  expect(unclean).toEqual([])
})

it('screens, emails, and refusals contract their verbs', () => {
  const faults = sources
    .filter(({ path }) => /^(web|domain)\/|\/(emails|actions|constraints)\.ts$/.test(path) && !uncontracted.has(path))
    .flatMap(({ path, texts }) =>
      texts.flatMap((text) => uncontractedIn(text).map(({ found }) => `${path}: "${found}" in: ${text.slice(0, 200)}`)),
    )
  expect(faults).toEqual([])
})

it('a folder of web/ has its explanations in words.ts', () => {
  const faults = sources
    .filter(({ path }) => /^web\/(?!kit\/)[^/]+\//.test(path) && !path.endsWith('words.ts'))
    .flatMap(({ path, texts }) => texts.filter(isExplanation).map((text) => `${path}: ${text.slice(0, 200)}`))
  expect(faults).toEqual([])
})

it('comments use the standard terms', () => {
  const files = filesUnder(['web', 'domain', 'server', 'api', 'scripts', 'bench', 'tests'], /\.(tsx?|mjs|css)$/).filter(
    ({ path }) => path !== 'tests/architecture/vocabulary.test.ts',
  )
  const faults = files.flatMap(({ path, text }) =>
    commentsOf(text).flatMap((comment) =>
      commentWordsIn(comment).map(({ found, use }) => `${path}: "${found}" (use: ${use}) in: ${comment.slice(0, 200)}`),
    ),
  )
  expect(faults).toEqual([])
})

it.each([
  ['// Whoever reads this\nconst a = 1', ['Whoever']],
  ['/** The text lies\n * here. */\nconst a = 1', ['lies']],
  ['const a = 1 // The total goes up', ['goes']],
])('detects a word in the comment of: %s', (source, found) => {
  expect(
    commentsOf(source)
      .flatMap(commentWordsIn)
      .map((each) => each.found),
  ).toEqual(found)
})

it.each(['// Keeps it from ending', "const a = 'nobody'", '/** Runs as `nobody`. */'])(
  'finds no word to avoid in: %s',
  (source) => {
    expect(commentsOf(source).flatMap(commentWordsIn)).toEqual([])
  },
)

it('the API descriptions use one word for each thing', () => {
  const faults = endpoints.flatMap(({ method, path, summary }) =>
    faultsIn(paragraphsOf(summary)).map((fault) => `${method} ${path}: ${fault}`),
  )
  expect(faults).toEqual([])
})

it('every exception is still needed', () => {
  const texts = [...sources, ...pages].flatMap(({ texts }) => texts)
  expect(exceptions.filter(({ text }) => !texts.some((each) => text.test(each)))).toEqual([])
})

it.each([
  ['const a = <Button label="Outbox" />', ['Outbox']],
  ['const a = <p>The {count} papers of this folder</p>', ['papers']],
  ['const a = `An invoice over ${money(total)}`', ['invoice over {']],
  ["throw conflict('Somebody else has it.')", ['Somebody']],
  ['const a = `took ${name} along`', ['took {} along']],
  ['const a = <b>outbox</b>', ['outbox']],
  ["const a = { key: 'letters', className: 'a letter' as const }", ['letter']],
])('detects a word in: %s', (source, found) => {
  expect(
    textsOf('a.tsx', source)
      .flatMap(wordsIn)
      .map((each) => each.found),
  ).toEqual(found)
})

it.each([
  "import { a } from './the letters of the trail.ts'",
  'const a = <p className="at once">Saved</p>',
  'const rows = sql`select somebody from outbox where papers is null`',
  "throw new Error('Nobody reads this')",
  "type Word = 'The letter'",
])('does not read code as text: %s', (source) => {
  expect(textsOf('a.tsx', source).flatMap(wordsIn)).toEqual([])
})

it('does not read the code in a page as text, but its output', () => {
  const page = 'Read `the outbox`.\n\n```sh\nls papers\n```\n\n```console\nThe letter was sent.\n```\n'
  expect(
    paragraphsOf(page)
      .flatMap(wordsIn)
      .map(({ found }) => found),
  ).toEqual(['letter'])
})
