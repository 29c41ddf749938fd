// Parses a question: its corrected words, their concepts, and their weights.
import { hintWeight, type LibraryIndex, thingWeight } from './library-index.ts'
import { type AnswerKind, kindsAsked } from './kinds.ts'
import type { Thing } from './vocabulary.ts'
import { isEmpty, type Word, wordOf, wordsOf } from './words.ts'

/** A meaningful word, its search terms, and its weight. */
export interface QueryTerm {
  /** The word and its likely meanings, each with a probability. */
  terms: { term: string; belief: number }[]
  /** The concepts that it names, alone or with its neighbors. */
  things: string[]
  worth: number
  /** Not in the dictionary, and not similar to a known word. */
  unknown: boolean
}

export interface Question {
  text: string
  asked: QueryTerm[]
  /** Every term with its weight, for scoring. */
  terms: Map<string, number>
  /** The total weight of its words. */
  mass: number
  citations: string[]
  amounts: string[]
  /** Terms of adjacent words. */
  pairs: [string, string][]
  /** The number of words that indicate a question outside the library. */
  signs: number
  /** The kinds of answer that it asks for. */
  kinds: AnswerKind[]
}

/** From this length on a question describes a case, and an occupation in it is context rather than the topic. */
const shortest = 7
const actorWorth = 0.4

export function understand(text: string, index: LibraryIndex): Question {
  const lookUp = boundedLookUp(index)
  const heard = wordsOf(text).map((word) => hear(word, index, lookUp))
  const words = heard.map(({ word }) => word)
  const isStory = words.filter((word) => !isEmpty(word)).length > shortest
  const isActor = (word: Word | undefined) => isStory && word !== undefined && index.vocabulary.actors.has(word.term)
  const isAsked = ({ from, to }: Thing) => from < to || !isActor(words[from])
  const things = index.vocabulary.thingsIn(words).filter(isAsked)
  const hints = index.vocabulary.hintsIn(words).filter(isAsked)
  const asked: QueryTerm[] = []
  for (const [i, { word, others, unknown }] of heard.entries()) {
    const names = [...things, ...hints].filter(({ from, to }) => from <= i && i <= to).map(({ term }) => term)
    if (isEmpty(word)) continue
    const terms = [{ term: word.term, belief: others.length > 0 ? 0.9 : 1 }, ...others]
    const worth = weightOf(word, index, unknown) * (isActor(word) ? actorWorth : 1)
    asked.push({ terms, things: names, worth, unknown })
  }
  const weights = new Map<string, number>()
  const add = (term: string, weight: number) => void weights.set(term, Math.max(weights.get(term) ?? 0, weight))
  for (const { terms, worth } of asked)
    for (const { term, belief } of terms) add(term, belief * Math.min(1, worth / Math.max(0.1, index.idf(term))))
  for (const { term } of hints) add(term, hintWeight)
  for (const { term } of things) add(term, thingWeight)
  const content = heard.filter(({ word }) => !isEmpty(word)).map(({ word }) => word.term)
  return {
    text,
    asked,
    terms: weights,
    mass: asked.reduce((sum, { worth }) => sum + worth, 0),
    citations: words.filter(({ kind }) => kind === 'citation').map(({ term }) => term),
    amounts: words.filter(({ isAmount }) => isAmount).map(({ term }) => term),
    pairs: content.slice(1).map((term, i) => [content[i] as string, term]),
    signs: index.vocabulary.signsIn(words).length,
    kinds: kindsAsked(words),
  }
}

interface Heard {
  word: Word
  others: { term: string; belief: number }[]
  unknown: boolean
}

/** Limit of distinct unknown words that are spell-checked. */
const maxLookedUp = 60

type LookUp = LibraryIndex['lexicon']['near']

function boundedLookUp({ lexicon }: LibraryIndex): LookUp {
  const lookedUp = new Map<string, ReturnType<LookUp>>()
  return (word) => {
    const before = lookedUp.get(word)
    if (before !== undefined) return before
    const near = lookedUp.size < maxLookedUp ? lexicon.near(word) : []
    if (lookedUp.size < maxLookedUp) lookedUp.set(word, near)
    return near
  }
}

function hear(word: Word, { lexicon }: LibraryIndex, lookUp: LookUp): Heard {
  if (word.kind !== 'word') return { word, others: [], unknown: false }
  const short = lexicon.shortFor(word.surface)
  if (short === null && (lexicon.knows(word.surface) || word.surface.length < 3))
    return { word, others: [], unknown: false }
  const [best, ...rest] = short === null ? lookUp(word.surface) : [{ word: short, belief: 0.9 }]
  if (best === undefined) return { word, others: [], unknown: true }
  const others = rest.map(({ word: near, belief }) => ({ term: wordOf(near).term, belief }))
  return { word: wordOf(best.word), others, unknown: false }
}

/** Rare words weigh more than common ones; a number alone weighs little, a code section a lot. */
function weightOf(word: Word, index: LibraryIndex, unknown: boolean): number {
  const idf = index.idf(word.term)
  if (word.kind === 'citation') return 1.6 * idf
  if (word.kind === 'number') return word.isAmount ? 0.7 * idf : 0.3 * idf
  if (unknown) return 0.6 * idf
  if (!index.words.has(word.term)) return 0.7 * idf
  return index.topical.has(word.term) ? idf : 0.55 * idf
}
