// The built-in answer: first the point, in the library's own sentences, then the passages it rests on, word for word.
import type { LibraryIndex } from './library-index.ts'
import { type Passage, wordCount } from './passages.ts'
import type { Question } from './question.ts'
import type { Found } from './ranking.ts'
import { type Sentence, sentencesFor, shareOf } from './sentences.ts'

/** Words in all, and of the point alone. */
export const answerLimits = { whole: 250, point: 116 } as const
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

/** @param reserved how many words of the whole are spoken for already */
export function composeAnswer(question: Question, found: Found[], index: LibraryIndex, reserved = 0): Answer {
  const sentences = sentencesFor(question, found, index)
  const room = Math.min(answerLimits.point, answerLimits.whole - reserved)
  const chosen = chooseSentences(question, sentences, room)
  const passages = [...new Set(chosen.map(({ passage }) => passage))]
  const point = passages
    .map((passage) =>
      chosen
        .filter((sentence) => sentence.passage === passage)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n\n')
  return { point, quotations: quote(passages, chosen, answerLimits.whole - reserved - wordCount(point)) }
}

/** What a sentence adds to those chosen counts beside its chance; below this one of another passage is left out. */
const noveltyWeight = 0.3
const leastOfOthers = 0.07
/** Of two that are worth the same the shorter one is taken, as it leaves more room. */
const lengthPower = 0.3

/** The sentence that opens the best passage, then whatever is likeliest to hold a fact that is asked for, while there is room. */
function chooseSentences(question: Question, sentences: Sentence[], room: number): Sentence[] {
  const best = sentences.filter(({ rank }) => rank === 0)
  // A section of the law opens with its answer; a list has no such sentence.
  const lead = best[0]?.passage.kind === 'law' ? best[0] : best.toSorted((a, b) => b.chance - a.chance)[0]
  if (lead === undefined) return []
  const chosen = [lead]
  let left = room - lead.words
  for (;;) {
    const covered = new Set(chosen.flatMap(({ covers }) => covers))
    const passages = new Set(chosen.map(({ passage }) => passage))
    const worthOf = ({ chance, covers }: Sentence) =>
      chance +
      noveltyWeight *
        shareOf(
          question,
          covers.filter((asked) => !covered.has(asked)),
        )
    const next = sentences
      .filter((each) => !chosen.includes(each) && each.words <= left)
      .filter(({ passage }) => passages.has(passage) || passages.size < mostPassages)
      .map((sentence) => ({ sentence, worth: worthOf(sentence) }))
      .filter(({ sentence, worth }) => sentence.rank === 0 || worth >= leastOfOthers)
      .toSorted((a, b) => b.worth / b.sentence.words ** lengthPower - a.worth / a.sentence.words ** lengthPower)[0]
    if (next === undefined) return sentences.filter((each) => chosen.includes(each))
    chosen.push(next.sentence)
    left -= next.sentence.words
  }
}

/** Of each passage the block that the point was taken from, as much of it as there is room for, and never less than a sentence. */
function quote(passages: Passage[], sentences: Sentence[], room: number): Quotation[] {
  const quotations: Quotation[] = []
  let left = room
  for (const [i, passage] of passages.entries()) {
    const [first] = sentences
      .filter((sentence) => sentence.passage === passage)
      .toSorted((a, b) => (passage.kind === 'law' ? a.block - b.block || a.place - b.place : b.chance - a.chance))
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
