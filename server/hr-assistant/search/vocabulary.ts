// The assistant's synonyms and phrases, from content/assistant-vocabulary.yaml, prepared for lookup.
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
  /** Phrases that people use for a section, by `slug#anchor`. */
  asked: Map<string, string[]>
  /** Phrases for topics that no policy covers, by topic. */
  outside: Map<string, string[]>
  /** All words of concept names. */
  names: Word[]
  /** Common English words, so that they are not corrected as misspelled. */
  plain: Set<string>
  /** Occupations: in a description of a case they say who someone is. */
  actors: Set<string>
  /** Words that indicate a question outside the library, with their positions. */
  signsIn(words: readonly Word[]): Thing[]
  /** The concepts that words name: `~termination` for "let go". */
  thingsIn(words: readonly Word[]): Thing[]
  /** The concepts that words suggest without naming them. */
  hintsIn(words: readonly Word[]): Thing[]
}

/** A concept that a text names, and the words that name it. */
export interface Thing {
  term: string
  from: number
  to: number
}

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../../content' : 'content')

export const bundledVocabulary = (): Vocabulary =>
  readVocabulary(readContent(folder, 'assistant-vocabulary'), text('english-words.txt'))

const text = (file: string) => readFileSync(join(folder, file), 'utf8')

function readVocabulary(file: unknown, english: string): Vocabulary {
  const { same, hints, asked, outside, actors, signs } = VocabularyFile.parse(file)
  return {
    asked: new Map(Object.entries(asked).map(([place, lines]) => [place, parted(lines, ';')])),
    outside: new Map(Object.entries(outside).map(([topic, lines]) => [topic, parted(lines, ';')])),
    names: [...Object.values(same), ...Object.values(hints)].flatMap(wordsOf),
    plain: new Set([...english.split(/\s+/), ...wordsOf(signs).map(({ surface }) => surface)]),
    actors: new Set(wordsOf(actors).map(({ term }) => term)),
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

/** Finds the longest match at each position; a word may belong to several concepts. */
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
