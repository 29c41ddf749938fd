// The sentences that an answer may be made of, each with the chance that it holds a fact asked for (fitted once).
import { kindsIn } from './kinds.ts'
import { type LibraryIndex, termsOf } from './library-index.ts'
import { type Passage, wordCount } from './passages.ts'
import { type Question, understand } from './question.ts'
import { type Found, search } from './ranking.ts'
import { sentenceWeights } from './weights.ts'
import { wordsOf } from './words.ts'

export interface Sentence {
  text: string
  passage: Passage
  block: number
  place: number
  words: number
  /** Of its passage among those found, the likeliest is 0. */
  rank: number
  /** The words of the question that it speaks of. */
  covers: Question['asked']
  features: number[]
  chance: number
}

export const sentenceNames = [
  'bias',
  'coverage',
  'sameWords',
  'answers',
  'kindAsked',
  'behind',
  'first',
  'second',
  'place',
  'block',
  'long',
  'part',
  'parts',
  'law',
  'pointer',
  'figure',
] as const

/** Of so many passages sentences are looked at, and of the best one for each part of the question. */
const passagesRead = 5

export function sentencesFor(question: Question, found: Found[], index: LibraryIndex): Sentence[] {
  const parts = partsOf(question.text).map((part) => understand(part, index))
  const bests = parts.map((part) => search(part, index).found[0]?.number)
  const open = found.filter((each, rank) => rank === 0 || !isAside(each))
  const read = open.filter(({ number }, rank) => rank < passagesRead || bests.includes(number))
  return read.flatMap((each, rank) => {
    const own = parts.filter((_, i) => bests[i] === each.number)
    return sentencesOf(each.passage).map((sentence): Sentence => {
      const terms = new Set(termsOf(wordsOf(sentence.text), index.vocabulary))
      const covers = coveredOf(question, terms)
      const held = kindsIn(sentence.text)
      const features = [
        1,
        shareOf(question, covers),
        shareOf(
          question,
          covers.filter((asked) => asked.terms.some(({ term }) => terms.has(term))),
        ),
        question.kinds.some((kind) => held.has(kind)) ? 1 : 0,
        question.kinds.length > 0 ? 1 : 0,
        Math.min(6, (found[0] as Found).score - each.score),
        rank === 0 ? 1 : 0,
        rank === 1 ? 1 : 0,
        Math.min(1, sentence.place / 4),
        Math.min(1, sentence.block / 4),
        Math.min(1, sentence.words / 50),
        Math.max(0, ...own.map((part) => shareOf(part, coveredOf(part, terms)))),
        parts.length > 1 ? 1 : 0,
        each.passage.kind === 'law' ? 1 : 0,
        pointer.test(sentence.text) ? 1 : 0,
        /\d/.test(sentence.text) ? 1 : 0,
      ]
      const sum = features.reduce((total, value, i) => total + value * (sentenceWeights[i] ?? 0), 0)
      return { ...sentence, passage: each.passage, rank, covers, features, chance: 1 / (1 + Math.exp(-sum)) }
    })
  })
}

/** Text to adopt, good practice and the lines that open a policy are no second witness to what the law asks. */
const isAside = ({ passage: { kind } }: Found) => kind === 'model' || kind === 'practice' || kind === 'short'

/** It sends the reader on to a text or to us. */
const pointer = /\b(?:check|ask us|see|read (?:it|its|the))\b/i

/** "Not law:" and the like lead to something and say nothing themselves. */
const leastWords = 4

const sentencesOf = ({ blocks }: Passage) =>
  blocks
    .flatMap((sentences, block) => sentences.map((text, place) => ({ text, block, place, words: wordCount(text) })))
    .filter(({ words }) => words >= leastWords)

const coveredOf = ({ asked }: Question, terms: Set<string>) =>
  asked.filter(
    (each) => each.terms.some(({ term }) => terms.has(term)) || each.things.some((thing) => terms.has(thing)),
  )

/** How much of what the question says, from 0 to 1. */
export const shareOf = ({ mass }: Question, asked: Question['asked']) =>
  asked.reduce((sum, { worth }) => sum + worth, 0) / Math.max(mass, 1e-9)

/** "What must a pay stub show and how are deductions allowed?" asks two things; a story asks in its sentences. */
const partsOf = (text: string): string[] => {
  const parts = text
    .split(/[?;!]|\.\s|,?\s(?:and|or|but)\s|,\s/i)
    .filter((part) => part.trim().split(/\s+/).length >= 3)
  return parts.length < 2 ? [] : parts.slice(0, mostParts)
}

const mostParts = 6
