// What the assistant knows of people's words: content/assistant-vocabulary.yaml, ready to be looked up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readContent } from '../../kit/yaml.ts'
import { type Word, wordsOf } from './words.ts'

const Words = z.string().trim().min(1)
const VocabularyFile = z.strictObject({
  same: z.record(z.string().regex(/^[a-z0-9]+$/), Words),
  hints: z.record(z.string().regex(/^[a-z0-9]+$/), Words),
  asked: z.record(z.string().regex(/^[a-z0-9-]+#[a-z0-9-]+$/), Words),
  outside: z.record(z.string().regex(/^[a-z-]+$/), Words),
  actors: Words,
  signs: Words,
})

export interface Vocabulary {
  /** What people say when they mean a section, by `slug#anchor`. */
  asked: Map<string, string[]>
  /** What they ask that no policy holds, by topic. */
  outside: Map<string, string[]>
  /** All words of the names of things. */
  names: Word[]
  /** Words of everyday English: known, so that they are not taken for misspelt ones. */
  plain: Set<string>
  /** Trades of people: in a story they say who somebody is. */
  actors: Set<string>
  /** How much each word speaks for a question that the library answers, and below nothing for one that it does not. */
  weights: ReadonlyMap<string, number>
  /** Words that speak for a question from outside, in the places where they stand. */
  signsIn(words: readonly Word[]): Thing[]
  /** Adds to a text the things that its words name: `~termination` for "let go". */
  thingsIn(words: readonly Word[]): Thing[]
  /** The things that words of a question lead to without naming them. */
  hintsIn(words: readonly Word[]): Thing[]
}

/** A thing that words of a text name, and which of them. */
export interface Thing {
  term: string
  from: number
  to: number
}

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../../content' : 'content')

export const bundledVocabulary = (): Vocabulary =>
  readVocabulary(
    readContent(folder, 'assistant-vocabulary'),
    text('english-words.txt'),
    text('assistant-word-weights.txt'),
  )

const text = (file: string) => readFileSync(join(folder, file), 'utf8')

function readVocabulary(file: unknown, english: string, weights: string): Vocabulary {
  const { same, hints, asked, outside, actors, signs } = VocabularyFile.parse(file)
  return {
    asked: new Map(Object.entries(asked).map(([place, lines]) => [place, parted(lines, ';')])),
    outside: new Map(Object.entries(outside).map(([topic, lines]) => [topic, parted(lines, ';')])),
    names: [...Object.values(same), ...Object.values(hints)].flatMap(wordsOf),
    plain: new Set([...english.split(/\s+/), ...wordsOf(signs).map(({ surface }) => surface)]),
    actors: new Set(wordsOf(actors).map(({ term }) => term)),
    weights: new Map(
      weights
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(' '))
        .map(([word = '', hundredths]) => [word, Number(hundredths) / 100]),
    ),
    signsIn: finder({ sign: signs }),
    thingsIn: finder(same),
    hintsIn: finder(hints),
  }
}

const parted = (text: string, sign: string) =>
  text
    .split(sign)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Finds the longest name at each place; a word may belong to several things. */
function finder(same: Record<string, string>) {
  const names = new Map<string, Set<string>>()
  let longest = 1
  for (const [thing, list] of Object.entries(same))
    for (const name of parted(list, ',')) {
      const terms = wordsOf(name).map(({ term }) => term)
      longest = Math.max(longest, terms.length)
      const key = terms.join(' ')
      names.set(key, (names.get(key) ?? new Set()).add(`~${thing}`))
    }
  return (words: readonly Word[]): Thing[] => {
    const found: Thing[] = []
    for (let from = 0; from < words.length; from++) {
      let key = ''
      for (let to = from; to < Math.min(words.length, from + longest); to++) {
        key += `${to === from ? '' : ' '}${words[to]?.term}`
        for (const term of names.get(key) ?? []) found.push({ term, from, to })
      }
    }
    return found
  }
}
