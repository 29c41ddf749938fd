// Finds the answer to a question: the answer whose indexed questions are most similar by meaning and by words, and that the
// question model finds most likely.
import { likenesses } from './embedder.ts'
import { type LibraryIndex, placeOf } from './library-index.ts'
import type { QuestionIndex } from './question-index.ts'
import { logOfSum } from './question-model.ts'
import type { Question } from './question.ts'
import { search } from './ranking.ts'
import { indexesOfLargest } from './terms.ts'

export interface Match {
  answer: number
  score: number
  /** Its most similar question and the similarity, from 0 to 1. */
  likest: string
  likeness: number
  /** The logarithm of its chance, from the question model, if the library answers the question. */
  chance: number
}

export interface Matches {
  found: Match[]
  /**
   * The share of the nearest questions that the library answers, by words and meaning and by meaning alone: from 0 to
   * 1.
   */
  belongs: number
  belongsByMeaning: number
  /** The similarity of the nearest answered question minus that of the nearest one without an answer. */
  gap: number
  /** The logarithm of the odds that the library answers it, from the question model. */
  odds: number
}

/** Weights of the parts of a score. Set by hand, the same for every answer. */
const weights = { questions: 1.4, meaning: 0.5, words: 0.5, several: 0.3, model: 0.14, passages: 0.15, miss: 0.3 }

/** The lowest logarithm of a chance. */
const leastChance = -7
/** The odds of a question whose nearest one the model has not learned. */
const newOdds = 2

export function matchQuestion(
  question: Question,
  vector: Float32Array,
  index: QuestionIndex,
  library: LibraryIndex,
): Matches {
  const { answers, entries } = index
  const meanings = likenesses(vector, index.vectors)
  const words = new Float64Array(index.words.size)
  const terms = unitTerms(question, index)
  for (const [term, worth] of terms) index.words.addTo(words, term, worth)
  const best = answers.map(() => ({ likest: '', isNew: false, three: [0, 0, 0] as [number, number, number], miss: 0 }))
  const all = new Float64Array(entries.length)
  for (let i = 0; i < entries.length; i++) {
    const { text, answer, isMiss, isNew } = entries[i] as Entries[number]
    const likeness = weights.meaning * Math.max(0, meanings[i] as number) + weights.words * (words[i] as number)
    all[i] = likeness
    const own = best[answer]
    if (own === undefined) continue
    if (isMiss) own.miss = Math.max(own.miss, likeness)
    else {
      const { three } = own
      if (likeness > three[0]) {
        own.likest = text
        own.isNew = isNew
        own.three = [likeness, three[0], three[1]]
      } else if (likeness > three[1]) own.three = [three[0], likeness, three[1]]
      else if (likeness > three[2]) three[2] = likeness
    }
  }
  const passages = passageScores(question, index, library)
  const { chances, odds } = chancesOf(question.text, terms, index)
  // A question that the model has not learned is compared with the likeliest answer: it loses nothing by being new.
  const highest = chances.reduce<number>((max, chance) => Math.max(max, chance ?? leastChance), leastChance)
  const found = answers.map(({ unit }, answer): Match => {
    const { likest, isNew, three, miss } = best[answer] as (typeof best)[number]
    const asked = unit?.questions.length ?? 1
    const chance = isNew ? highest : (chances[answer] ?? highest)
    const mean = (three[0] + three[1] + three[2]) / Math.min(3, Math.max(1, asked))
    const score =
      weights.questions * ((1 - weights.several) * three[0] + weights.several * mean) +
      weights.model * chance +
      weights.passages * (passages[answer] as number) -
      weights.miss * Math.max(0, miss - three[0])
    return { answer, score, likest, likeness: three[0], chance }
  })
  found.sort((a, b) => b.score - a.score || a.answer - b.answer)
  return {
    found,
    belongs: shareInside(all, entries, 10, 10),
    belongsByMeaning: shareInside(meanings, entries, 15, 8),
    gap: gapOf(meanings, entries),
    odds: best[found[0]?.answer ?? -1]?.isNew === true ? Math.max(odds, newOdds) : odds,
  }
}

/** How far an answer may be behind the likeliest one by the model and still be the nearest: three times the most that was seen. */
const maxBehind = 1

/** Whether one of these answers can be the nearest to the question: the model tells it without the vector. */
export function mayAnswer(question: Question, answers: readonly number[], index: QuestionIndex): boolean {
  const { chances } = chancesOf(question.text, unitTerms(question, index), index)
  const highest = chances.reduce<number>((max, chance) => Math.max(max, chance ?? leastChance), leastChance)
  return answers.some((answer) => (chances[answer] ?? highest) > highest - maxBehind)
}

/** Its terms with their weights, of length 1 together. */
function unitTerms(question: Question, index: QuestionIndex): Map<string, number> {
  const terms = new Map([...question.terms].map(([term, belief]) => [term, belief * index.idf(term)]))
  const length = Math.hypot(...terms.values()) || 1
  for (const [term, worth] of terms) terms.set(term, worth / length)
  return terms
}

/**
 * The logarithm of each answer's chance if the library answers the question, null for a section that the model doesn't
 * know; and of the odds that it does.
 */
function chancesOf(text: string, terms: Map<string, number>, { model, labels, outsideLabels }: QuestionIndex) {
  const logs = model.logChances(text, terms)
  const at = (label: number) => logs[label] as number
  const inside = logOfSum(
    Float64Array.from(
      labels.filter((label) => label >= 0),
      at,
    ),
  )
  const outside = logOfSum(Float64Array.from(outsideLabels, at))
  return {
    chances: labels.map((label) => (label < 0 ? null : Math.max(leastChance, at(label) - inside))),
    odds: Math.max(-maxOdds, Math.min(maxOdds, inside - outside)),
  }
}

const maxOdds = 12

type Entries = QuestionIndex['entries']

/** The share of the nearest questions that the library answers, weighted by similarity. */
function shareInside(likeness: Float64Array, entries: Entries, count: number, sharpness: number): number {
  const nearest = indexesOfLargest(likeness, count)
  const highest = likeness[nearest[0] ?? 0] ?? 0
  let inside = 0
  let outside = 0
  for (const i of nearest) {
    const weight = Math.exp(sharpness * ((likeness[i] as number) - highest))
    const { answer, isMiss } = entries[i] as Entries[number]
    if (answer < 0) outside += weight
    else if (!isMiss) inside += weight
  }
  return inside / Math.max(1e-9, inside + outside)
}

/** The similarity of the nearest answered question minus that of the nearest one outside the library. */
function gapOf(likeness: Float64Array, entries: Entries): number {
  let [inside, outside] = [0, 0]
  for (let i = 0; i < entries.length; i++) {
    const { answer, isMiss } = entries[i] as Entries[number]
    if (answer < 0) outside = Math.max(outside, likeness[i] as number)
    else if (!isMiss) inside = Math.max(inside, likeness[i] as number)
  }
  return inside - outside
}

/** The score of each answer's sections in the passage search, from 0 to 1. */
function passageScores(question: Question, { answers }: QuestionIndex, library: LibraryIndex): Float64Array {
  const { found } = search(question, library)
  const best = found[0]?.score ?? 0
  const scores = new Map(found.map(({ passage, score }) => [placeOf(passage), Math.max(0, 1 - (best - score) / 4)]))
  return Float64Array.from(answers, ({ quoted }) =>
    Math.max(0, ...quoted.map(({ passage }) => scores.get(placeOf(passage)) ?? 0)),
  )
}
