// Texts in two languages (docs/decisions/0127): a folder's english-words.ts and spanish-words.ts have the same keys and
// placeholders, and each key is used.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './source-files.ts'

type Catalog = Record<string, string>

interface Pair {
  english: Catalog
  spanish: Catalog
  /** The sources that may use the texts. */
  sources: string
}

const all = filesUnder(['web', 'server'], /\.tsx?$/)
const folders = all.filter(({ path }) => path.endsWith('/english-words.ts')).map(({ path }) => dirname(path))

async function pairIn(folder: string): Promise<Pair> {
  const load = async (name: string) => import(pathToFileURL(join(root, folder, `${name}-words.ts`)).href)
  const [{ english }, { spanish }] = await Promise.all([load('english'), load('spanish')])
  const sources = all.filter(({ path }) => dirname(path) === folder && !/-words\.ts$|\.test\.tsx?$/.test(path))
  return { english, spanish, sources: sources.map(({ text }) => text).join('\n') }
}

/** Names, with the kind of those that are more than a value: "days plural". Tags are names as well. */
function placeholdersOf(text: string): string[] {
  const inside = (message: CompiledMessage): string[] =>
    message.flatMap((token) => {
      if (typeof token === 'string') return []
      const [name, type, choices] = token
      const named = type === undefined ? name : `${name} ${type}`
      if (typeof choices !== 'object' || choices === null) return [named]
      const cases: CompiledMessage[] = Object.values(choices).filter(Array.isArray)
      return [named, ...cases.flatMap(inside)]
    })
  return [...new Set([...inside(compileMessageOrThrow(text)), ...(text.match(/<\/?\d+\/?>/g) ?? [])])].toSorted()
}

function faultsOf({ english, spanish, sources }: Pair): string[] {
  const keys = [...new Set([...Object.keys(english), ...Object.keys(spanish)])]
  return keys.flatMap((key) => {
    const [source, translation] = [english[key], spanish[key]]
    if (source === undefined) return [`${key} has no English text`]
    if (translation === undefined || translation.trim() === '') return [`${key} has no translation`]
    const [first, second] = [source, translation].map((text) => placeholdersOf(text).join(', '))
    return [
      ...(first === second ? [] : [`${key} has the placeholders ${first} and in the translation ${second}`]),
      ...(source === translation ? [`${key} is not translated`] : []),
      ...(`${source}${translation}`.includes("'")
        ? [`${key} has a straight apostrophe, which ICU reads as a quote`]
        : []),
      ...(new RegExp(`['"]${key}['"]`).test(sources) ? [] : [`${key} is not used`]),
    ]
  })
}

describe('the texts of employees', () => {
  it('are found: those of the page, of its email, and of what surrounds an email', () => {
    expect(folders.toSorted()).toEqual([
      'server/emails',
      'server/employee-acknowledgments',
      'web/employee-acknowledgments',
    ])
    expect(folders.filter((folder) => !existsSync(join(root, folder, 'spanish-words.ts')))).toEqual([])
  })

  it.each(folders)('of %s have the same keys and placeholders, and are used', async (folder) => {
    expect(faultsOf(await pairIn(folder))).toEqual([])
  })
})

describe('a fault in a catalog is found', () => {
  const sources = "t('a')"
  it.each([
    ['a missing translation', { english: { a: 'Yes' }, spanish: {} }, 'a has no translation'],
    ['an empty translation', { english: { a: 'Yes' }, spanish: { a: ' ' } }, 'a has no translation'],
    ['a translation without a source', { english: {}, spanish: { a: 'Sí' } }, 'a has no English text'],
    ['a text that was left in English', { english: { a: 'Yes' }, spanish: { a: 'Yes' } }, 'a is not translated'],
    [
      'another placeholder',
      { english: { a: 'Hi {name}' }, spanish: { a: 'Hola {nombre}' } },
      'a has the placeholders name and in the translation nombre',
    ],
    [
      'a plural that became a value',
      { english: { a: '{n, plural, one {# day} other {# days of {x}}}' }, spanish: { a: '{n} días de {x}' } },
      'a has the placeholders n plural, x and in the translation n, x',
    ],
    [
      'a lost link',
      { english: { a: 'Read <0>this</0>' }, spanish: { a: 'Lea esto' } },
      'a has the placeholders </0>, <0> and in the translation ',
    ],
    [
      'an apostrophe',
      { english: { a: "Don't" }, spanish: { a: 'No' } },
      'a has a straight apostrophe, which ICU reads as a quote',
    ],
  ] satisfies [string, Omit<Pair, 'sources'>, string][])('%s', (_what, catalogs, fault) => {
    expect(faultsOf({ ...catalogs, sources })).toEqual([fault])
  })

  it('a text that no source uses', () => {
    expect(faultsOf({ english: { b: 'Yes' }, spanish: { b: 'Sí' }, sources })).toEqual(['b is not used'])
  })
})
