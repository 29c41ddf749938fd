// The search index, built once for each state of the library: passages by their words, and the phrases that people use
// for them.
import { type AnswerKind, kindsIn } from './kinds.ts'
import { type LibraryPolicy, type Passage, passagesOf } from './passages.ts'
import { lexiconOf, type Lexicon } from './spelling.ts'
import { Postings } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isEmpty, type Word, wordsOf } from './words.ts'

/** Weight of a term by its field, and length normalization of the field (BM25F). */
const fields = {
  heading: { weight: 2.4, length: 0.4 },
  text: { weight: 1, length: 0.55 },
  asked: { weight: 1.3, length: 0.5 },
}
type Field = keyof typeof fields
const saturation = 1.4
/** A concept (`~termination`) weighs less than the word itself, which is also indexed. */
export const thingWeight = 0.9
/** A concept that the question only suggests weighs less again. */
export const hintWeight = 0.6

export interface LibraryIndex {
  passages: Passage[]
  /**
   * By passage number: the set of terms in its heading, all terms in order (for proximity), and the kinds of answer it
   * contains.
   */
  headings: Set<string>[]
  runs: string[][]
  kinds: Set<AnswerKind>[]
  policyTerms: Map<LibraryPolicy, Set<string>>
  words: Postings
  /** By policy number: the frequency of each term, and the number of terms. */
  policyWords: Postings
  policyNumbers: Map<LibraryPolicy, number>
  policyLengths: number[]
  /** Phrases: each is the unit vector of its terms; `owner` is a passage, or -1 for topics outside the library. */
  lines: Postings
  lineOwners: number[]
  /** Terms that occur in a heading, a tag, or a concept name: they show the topic of a passage. */
  topical: Set<string>
  idf(term: string): number
  /** The term's share of all terms in the library. */
  shareOf(term: string): number
  lexicon: Lexicon
  vocabulary: Vocabulary
}

/** Yields regularly, so that other requests are answered while a large library is read. */
export async function indexLibrary(policies: readonly LibraryPolicy[], vocabulary: Vocabulary): Promise<LibraryIndex> {
  const passages = passagesOf(policies)
  const read: IndexedPassage[] = []
  for (const [i, passage] of passages.entries()) {
    if (i % 200 === 199) await new Promise((done) => setImmediate(done))
    read.push(readPassage(passage, vocabulary))
  }
  const words = postingsOf(read)
  const total = passages.length
  const idf = (term: string) => {
    const n = words.count(term)
    return Math.log(1 + (total - n + 0.5) / (n + 0.5))
  }
  const { policyWords, policyNumbers, policyLengths } = policiesOf(passages, read)
  const totalLength = policyLengths.reduce((sum, length) => sum + length, 0)
  const { lines, lineOwners } = linesOf(passages, vocabulary, idf)
  const lexicon = lexiconOf(
    read.flatMap(({ surfaces }) => surfaces),
    vocabulary,
  )
  return {
    passages,
    headings: read.map(({ heading }) => heading),
    runs: read.map(({ run }) => run),
    kinds: passages.map(({ blocks }) => kindsIn(blocks.flat().join(' '))),
    policyTerms: new Map(policies.map((policy) => [policy, new Set(termsOf(titleWords(policy), vocabulary))])),
    words,
    policyWords,
    policyNumbers,
    policyLengths,
    lines,
    lineOwners,
    topical: new Set([
      ...read.flatMap(({ heading }) => [...heading]),
      ...policies.flatMap((policy) => termsOf(titleWords(policy), vocabulary)),
      ...vocabulary.names.map(({ term }) => term),
    ]),
    idf,
    shareOf: (term) => policyWords.sum(term) / Math.max(1, totalLength),
    lexicon,
    vocabulary,
  }
}

const titleWords = ({ title, tags, description }: LibraryPolicy) =>
  wordsOf(`${title}. ${tags.join('. ')}. ${description}`)

interface IndexedPassage {
  fields: Record<Field, string[]>
  heading: Set<string>
  run: string[]
  surfaces: string[]
}

function readPassage(passage: Passage, vocabulary: Vocabulary): IndexedPassage {
  const heading = wordsOf(passage.heading)
  const text = passage.blocks.flatMap((sentences) => sentences.flatMap(wordsOf))
  const asked = (vocabulary.asked.get(placeOf(passage)) ?? []).flatMap(wordsOf)
  return {
    fields: {
      heading: termsOf(heading, vocabulary),
      text: termsOf(text, vocabulary),
      asked: termsOf(asked, vocabulary),
    },
    heading: new Set(termsOf(heading, vocabulary)),
    run: [...heading, ...text].filter((word) => !isEmpty(word)).map(({ term }) => term),
    surfaces: [...heading, ...text, ...asked].filter(({ kind }) => kind === 'word').map(({ surface }) => surface),
  }
}

export const placeOf = ({ policy, anchor }: Passage) => `${policy.slug}#${anchor}`

/** The terms of a text and its concepts. Stop words are left out, but can be part of a concept ("at will"). */
export function termsOf(words: readonly Word[], vocabulary: Vocabulary): string[] {
  const terms = words.filter((word) => !isEmpty(word)).map(({ term }) => term)
  return [...terms, ...vocabulary.thingsIn(words).map(({ term }) => term)]
}

function postingsOf(read: IndexedPassage[]): Postings {
  const names = Object.keys(fields) as Field[]
  const average = Object.fromEntries(
    names.map((name) => [
      name,
      read.reduce((sum, each) => sum + each.fields[name].length, 0) / Math.max(1, read.length),
    ]),
  )
  const postings = new Postings()
  for (const each of read) {
    const weights = new Map<string, number>()
    for (const name of names) {
      const { weight, length } = fields[name]
      const terms = each.fields[name]
      const by = weight / (1 - length + (length * terms.length) / Math.max(1, average[name] ?? 1))
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + by)
    }
    for (const [term, sum] of weights) weights.set(term, sum / (sum + saturation))
    postings.add(weights)
  }
  return postings
}

/** The terms and phrases of each policy, over all its passages. */
function policiesOf(passages: Passage[], read: IndexedPassage[]) {
  const policyWords = new Postings()
  const policyNumbers = new Map<LibraryPolicy, number>()
  const policyLengths: number[] = []
  const counts = new Map<LibraryPolicy, Map<string, number>>()
  for (const [i, { policy }] of passages.entries()) {
    const own = counts.get(policy) ?? new Map<string, number>()
    counts.set(policy, own)
    const { heading, text, asked } = (read[i] as IndexedPassage).fields
    for (const term of [...heading, ...text, ...asked]) own.set(term, (own.get(term) ?? 0) + 1)
  }
  for (const [policy, own] of counts) {
    policyNumbers.set(policy, policyWords.size)
    policyLengths.push([...own.values()].reduce((sum, count) => sum + count, 0))
    policyWords.add(own)
  }
  return { policyWords, policyNumbers, policyLengths }
}

function linesOf(passages: Passage[], vocabulary: Vocabulary, idf: (term: string) => number) {
  const lines = new Postings()
  const lineOwners: number[] = []
  const add = (line: string, owner: number) => {
    const vector = unitVector(termsOf(wordsOf(line), vocabulary), idf)
    if (vector.size === 0) return
    lines.add(vector)
    lineOwners.push(owner)
  }
  for (const [owner, passage] of passages.entries()) {
    for (const line of vocabulary.asked.get(placeOf(passage)) ?? []) add(line, owner)
    if (passage.kind === 'law' || passage.kind === 'practice') add(passage.heading, owner)
  }
  for (const topic of vocabulary.outside.values()) for (const line of topic) add(line, -1)
  return { lines, lineOwners }
}

export function unitVector(terms: readonly string[], idf: (term: string) => number): Map<string, number> {
  const vector = new Map<string, number>()
  for (const term of new Set(terms)) vector.set(term, idf(term) * (term.startsWith('~') ? thingWeight : 1))
  const length = Math.hypot(...vector.values())
  for (const [term, weight] of vector) vector.set(term, weight / length)
  return vector
}
