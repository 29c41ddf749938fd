// The built-in answer: first the point, in the library's own sentences, then the passages it rests on, word for word.
import type { LibraryIndex } from './library-index.ts'
import { kindsIn } from './kinds.ts'
import { type Passage, wordCount } from './passages.ts'
import { type Question, understand } from './question.ts'
import { type Found, search } from './ranking.ts'
import { termsOf } from './library-index.ts'
import { wordsOf } from './words.ts'

/** Words in all, and of the point alone. */
export const answerLimits = { whole: 250, point: 110 } as const
const mostPassages = 3
/** Of a passage at least this much is quoted, or it is left out. */
const leastQuote = 12

export interface Quotation {
  passage: Passage
  /** A piece of the passage's text, word for word. */
  quote: string
}

export interface Answer {
  /** Whole sentences of the passages, a paragraph for each. */
  point: string
  quotations: Quotation[]
}

interface Sentence {
  text: string
  passage: Passage
  block: number
  place: number
  worth: number
  words: number
}

/** @param reserved how many words of the whole are spoken for already */
export function composeAnswer(question: Question, found: Found[], index: LibraryIndex, reserved = 0): Answer {
  const chosen = choosePassages(question, found, index)
  const room = Math.min(answerLimits.point, answerLimits.whole - reserved)
  const sentences = chooseSentences(question, chosen, index, room)
  const passages = chosen.filter((passage) => sentences.some((sentence) => sentence.passage === passage))
  const point = passages
    .map((passage) =>
      sentences
        .filter((sentence) => sentence.passage === passage)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n\n')
  return { point, quotations: quote(passages, sentences, answerLimits.whole - reserved - wordCount(point)) }
}

/**
 * The best passage, and the best of each part of the question where it is another one that the whole question finds as well; text
 * to adopt only where nothing else is found.
 */
function choosePassages(question: Question, found: Found[], index: LibraryIndex): Passage[] {
  const [first, ...others] = found
  if (first === undefined) return []
  const chosen = [first]
  const parts = partsOf(question.text)
  const partsBest = new Set(parts.flatMap((part) => bestOf(part, index)))
  const near = parts.length > 1 ? nearbyOfTwo : nearby
  const open = new Set(question.asked.filter((asked) => !covers(asked, first, index)))
  for (const next of others.slice(0, 12)) {
    if (chosen.length === mostPassages) break
    if (isAside(next) || next.score < first.score - reach) continue
    const gained = [...open].filter((asked) => covers(asked, next, index))
    const gain = gained.reduce((sum, { worth }) => sum + worth, 0) / Math.max(question.mass, 1e-9)
    const isClose = next.score > first.score - near && chosen.length < 2
    const isAsked = partsBest.has(next.number) && gain > 0
    if (!isClose && !isAsked && gain < leastGain) continue
    chosen.push(next)
    gained.forEach((asked) => open.delete(asked))
  }
  return chosen.map(({ passage }) => passage)
}

/** Text to adopt and good practice are no second witness to what the law asks. */
const isAside = ({ passage: { kind } }: Found) => kind === 'model' || kind === 'practice'

const reach = 5
const nearby = 3.2
/** A question of two parts is likelier to need two passages. */
const nearbyOfTwo = 4.5
const leastGain = 0.25

/** "What must a pay stub show and how are deductions allowed?" asks two things; a story asks in its sentences. */
export const partsOf = (text: string): string[] => {
  const parts = text
    .split(/[?;!]|\.\s|,?\s(?:and|or|but)\s|,\s/i)
    .filter((part) => part.trim().split(/\s+/).length >= 3)
  return parts.length < 2 ? [] : parts.slice(0, mostParts)
}

const mostParts = 6

function bestOf(part: string, index: LibraryIndex): number[] {
  const question = understand(part, index)
  const [best] = search(question, index).found
  const [, , coverage = 0] = best?.features ?? []
  return best === undefined || coverage < 0.5 || question.asked.length < 2 ? [] : [best.number]
}

type AskedWord = Question['asked'][number]

const covers = ({ terms, things }: AskedWord, { number }: Found, { words }: LibraryIndex) =>
  terms.some(({ term }) => words.weightIn(term, number) > 0) ||
  things.some((thing) => words.weightIn(thing, number) > 0)

/** The best passage as far as it fits, and the sentence of each other one that says most of what is asked. */
function chooseSentences(question: Question, passages: Passage[], index: LibraryIndex, room: number): Sentence[] {
  const [best = [], ...others] = passages.map((passage, rank) => sentencesIn(passage, rank, question, index))
  const byWorth = best.toSorted((a, b) => b.worth - a.worth)
  // A section of the law opens with its answer; a list has no such sentence.
  const lead = best[0]?.passage.kind === 'law' ? best[0] : byWorth[0]
  if (lead === undefined) return []
  const chosen = [lead]
  let left = room - lead.words
  const add = (sentence: Sentence | undefined) => {
    if (sentence === undefined || sentence.words > left) return
    chosen.push(sentence)
    left -= sentence.words
  }
  for (const sentences of others) add(sentences.toSorted((a, b) => b.worth - a.worth)[0])
  for (const sentence of byWorth) if (sentence !== lead) add(sentence)
  const order = [best, ...others].flat()
  return chosen.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

function sentencesIn(passage: Passage, rank: number, question: Question, index: LibraryIndex): Sentence[] {
  return passage.blocks
    .flatMap((sentences, block) =>
      sentences.map((text, place) => {
        const terms = new Set(termsOf(wordsOf(text), index.vocabulary))
        const covered = question.asked
          .filter(
            (asked) =>
              asked.terms.some(({ term }) => terms.has(term)) || asked.things.some((thing) => terms.has(thing)),
          )
          .reduce((sum, { worth }) => sum + worth, 0)
        const held = kindsIn(text)
        const answers = question.kinds.some((kind) => held.has(kind)) ? 0.2 : 0
        const opens = block === 0 && place === 0 ? 0.35 : 0
        const worth =
          covered / Math.max(question.mass, 1e-9) + answers + opens - 0.08 * rank - 0.02 * place - 0.03 * block
        return { text, passage, block, place, worth, words: wordCount(text) }
      }),
    )
    .filter(({ words }) => words >= leastWords)
}

/** "Not law:" and the like lead to something and say nothing themselves. */
const leastWords = 4

/** Of each passage the block that the point was taken from, as much of it as there is room for, and never less than a sentence. */
function quote(passages: Passage[], sentences: Sentence[], room: number): Quotation[] {
  const quotations: Quotation[] = []
  let left = room
  for (const [i, passage] of passages.entries()) {
    const [first] = sentences
      .filter((sentence) => sentence.passage === passage)
      .toSorted((a, b) => (passage.kind === 'law' ? a.block - b.block || a.place - b.place : b.worth - a.worth))
    const block = passage.blocks[first?.block ?? 0]
    if (first === undefined || block === undefined) continue
    const share = Math.floor(left / (passages.length - i))
    const quoted = around(block, first.place, share)
    if (quoted === '') continue
    quotations.push({ passage, quote: quoted })
    left -= wordCount(quoted)
  }
  return quotations
}

/** The sentences of a block from the one given on, then those before it, while there is room. */
function around(block: string[], place: number, room: number): string {
  let from = place
  let to = place
  let left = room - wordCount(block[place] ?? '')
  if (left < 0) return shortened(block[place] ?? '', room)
  for (;;) {
    const after = block[to + 1]
    const before = block[from - 1]
    if (after !== undefined && wordCount(after) <= left) left -= wordCount(block[++to] as string)
    else if (before !== undefined && wordCount(before) <= left) left -= wordCount(block[--from] as string)
    else return block.slice(from, to + 1).join(' ')
  }
}

/** A sentence that is longer than there is room for ends where its words do; what stands is still word for word. */
function shortened(sentence: string, room: number): string {
  if (room < leastQuote) return ''
  const ends = [...sentence.matchAll(/\S+/g)][room - 1]
  return ends === undefined ? sentence : sentence.slice(0, ends.index + ends[0].length)
}
