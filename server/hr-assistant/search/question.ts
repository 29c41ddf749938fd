// A question as the index understands it: its words set right, what they name, and how much each of them says.
import { hintWeight, type LibraryIndex, thingWeight } from './library-index.ts'
import { type AnswerKind, kindsAsked } from './kinds.ts'
import type { Thing } from './vocabulary.ts'
import { isEmpty, type Word, wordOf, wordsOf } from './words.ts'

/** A word that says something, the terms it is looked up by, and what it is worth. */
export interface Asked {
  /** Itself, and what it may be meant for; each with how far it is to be believed. */
  terms: { term: string; belief: number }[]
  /** The things that it names, alone or with its neighbours. */
  things: string[]
  worth: number
  /** Nobody knows it, and nothing known is near. */
  unknown: boolean
}

export interface Question {
  text: string
  asked: Asked[]
  /** Every term with its weight, for the sums over the index. */
  terms: Map<string, number>
  /** What all its words are worth together. */
  mass: number
  citations: string[]
  amounts: string[]
  /** The terms of neighbouring words. */
  pairs: [string, string][]
  /** How many words speak for a question from outside. */
  signs: number
  /** What the answer should hold. */
  kinds: AnswerKind[]
}

/** From so many words on a question tells a story, and a trade in it says who somebody is rather than what is asked. */
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
  const asked: Asked[] = []
  for (const [i, { word, others, unknown }] of heard.entries()) {
    const names = [...things, ...hints].filter(({ from, to }) => from <= i && i <= to).map(({ term }) => term)
    if (isEmpty(word)) continue
    const terms = [{ term: word.term, belief: others.length > 0 ? 0.9 : 1 }, ...others]
    const worth = worthOf(word, index, unknown) * (isActor(word) ? actorWorth : 1)
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

/** A question with more different unknown words than this is no question; the rest of them stay unknown. */
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

/** A rare word says more than a common one; a number alone says little, a section of the law a great deal. */
function worthOf(word: Word, index: LibraryIndex, unknown: boolean): number {
  const idf = index.idf(word.term)
  if (word.kind === 'citation') return 1.6 * idf
  if (word.kind === 'number') return word.isAmount ? 0.7 * idf : 0.3 * idf
  if (unknown) return 0.6 * idf
  if (!index.words.has(word.term)) return 0.7 * idf
  return index.topical.has(word.term) ? idf : 0.55 * idf
}
