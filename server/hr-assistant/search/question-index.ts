// Finds the answer to a question: the answer whose indexed questions and sentences are most similar by meaning and by
// words. To add a question, add it to content/assistant.
import { type Embedder, joined, likenesses, type StoredVectors, vectorsOf } from './embedder.ts'
import type { AnswerUnits, AnswerUnit } from './answer-units.ts'
import { type LibraryIndex, placeOf, termsOf, unitVector } from './library-index.ts'
import type { Passage } from './passages.ts'
import type { Question } from './question.ts'
import { search } from './ranking.ts'
import { indexesOfLargest, Postings } from './terms.ts'
import { wordsOf } from './words.ts'

/** Sentences of one passage that belong to an answer. */
export interface Quoted {
  passage: Passage
  sentences: string[]
}

/** An answer of the library: a unit, or a section that no unit quotes. */
export interface Answer {
  id: string
  unit: AnswerUnit | null
  quoted: Quoted[]
  /** The heading of the section that contains it. */
  heading: string
}

export interface QuestionIndex {
  answers: Answer[]
  /**
   * Each question and its answer; `answer` is -1 if the library has none. An `isMiss` question is not answered by
   * `answer`.
   */
  entries: { text: string; answer: number; isMiss: boolean }[]
  vectors: Float32Array
  words: Postings
  idf: (term: string) => number
  /** The sentences of all answers, and the words of each answer with its headings. */
  sentences: { answer: number }[]
  sentenceVectors: Float32Array
  answerWords: Postings
}

export interface Match {
  answer: number
  score: number
  /** Its most similar question and the similarity, from 0 to 1. */
  likest: string
  likeness: number
  /** The similarity of the nearest question that it does not answer. */
  miss: number
}

export interface Matches {
  found: Match[]
  /** The similarity of the nearest question without an answer. */
  outside: number
  /**
   * The share of the nearest questions that the library answers, by words and meaning and by meaning alone: from 0 to
   * 1.
   */
  belongs: number
  belongsByMeaning: number
  /** The similarity of the nearest answered question minus that of the nearest one without an answer. */
  gap: number
  /** The share of the question's words in the first answer. */
  coverage: number
}

/** Weights of the parts of a score. Set by hand, the same for every answer. */
export const weights = {
  questions: 1.4,
  meaning: 0.5,
  words: 0.5,
  several: 0.3,
  sentence: 0.25,
  text: 0.25,
  passages: 0.15,
  miss: 0.3,
}

const maxSentences = 4

export async function indexQuestions(
  { units, outside }: AnswerUnits,
  library: LibraryIndex,
  stored: StoredVectors,
  embedder: Embedder,
): Promise<QuestionIndex> {
  const answers = [...units.map((unit) => answerOf(unit, library)), ...unquoted(units, library)].filter(
    ({ quoted }) => quoted.length > 0,
  )
  const entries = answers.flatMap(({ unit, heading }, answer) => [
    ...(unit?.questions ?? [heading]).map((text) => ({ text, answer, isMiss: false })),
    ...(unit?.not ?? []).map((text) => ({ text, answer, isMiss: true })),
  ])
  for (const text of Object.values(outside).flat()) entries.push({ text, answer: -1, isMiss: true })
  const terms = entries.map(({ text }) => termsOf(wordsOf(text), library.vocabulary))
  const answerTerms = answers.map(({ quoted }) =>
    quoted.flatMap(({ passage, sentences }) =>
      termsOf(wordsOf(`${passage.heading}. ${sentences.join(' ')}`), library.vocabulary),
    ),
  )
  const idf = idfOf([...terms, ...answerTerms])
  const words = new Postings()
  for (const own of terms) words.add(unitVector(own, idf))
  const answerWords = new Postings()
  for (const own of answerTerms) answerWords.add(unitVector(own, idf))
  const sentences = answers.flatMap(({ quoted, heading }, answer) => [
    { answer, text: heading },
    ...quoted.flatMap(({ sentences: own }) => own.map((text) => ({ answer, text }))),
  ])
  return {
    answers,
    entries,
    vectors: joined(
      await vectorsOf(
        entries.map(({ text }) => text),
        stored,
        embedder,
      ),
    ),
    words,
    idf,
    sentences: sentences.map(({ answer }) => ({ answer })),
    sentenceVectors: joined(
      await vectorsOf(
        sentences.map(({ text }) => text),
        stored,
        embedder,
      ),
    ),
    answerWords,
  }
}

/** All texts that an index of these units needs a vector for. */
export function textsToEmbed({ entries }: Pick<QuestionIndex, 'entries'>, answers: readonly Answer[]): string[] {
  return [
    ...entries.map(({ text }) => text),
    ...answers.flatMap(({ heading, quoted }) => [heading, ...quoted.flatMap(({ sentences }) => sentences)]),
  ]
}

/** Locates a unit's sentences in the current library: verbatim, or the most similar one if the section was edited. */
function answerOf(unit: AnswerUnit, library: LibraryIndex): Answer {
  const quoted = unit.answer.flatMap(({ at, say }): Quoted[] => {
    const passage = library.passages.find((each) => placeOf(each) === at)
    if (passage === undefined) return []
    const held = passage.blocks.flat()
    const exact = say.filter((sentence) => held.includes(sentence))
    const sentences = exact.length === say.length ? exact : nearestOf(say, held)
    return sentences.length === 0 ? [] : [{ passage, sentences }]
  })
  return { id: unit.id, unit, quoted, heading: quoted[0]?.passage.heading ?? unit.id }
}

/** Minimum share of words for a sentence that replaces an edited one. */
const minShared = 0.5

function nearestOf(say: readonly string[], held: readonly string[]): string[] {
  const wordsIn = (text: string) => new Set(wordsOf(text).map(({ term }) => term))
  const near = say.flatMap((sentence) => {
    const own = wordsIn(sentence)
    const [best] = held
      .map((text) => ({ text, shared: [...wordsIn(text)].filter((term) => own.has(term)).length / own.size }))
      .toSorted((a, b) => b.shared - a.shared)
    return best === undefined || best.shared < minShared ? [] : [best.text]
  })
  return held.filter((text) => near.includes(text))
}

/** Sections that no unit quotes: added or written by the firm. */
function unquoted(units: readonly AnswerUnit[], library: LibraryIndex): Answer[] {
  const quoted = new Set(units.flatMap(({ answer }) => answer.map(({ at }) => at)))
  return library.passages
    .filter((passage) => passage.kind === 'law' && !quoted.has(placeOf(passage)))
    .map((passage) => ({
      id: placeOf(passage),
      unit: null,
      quoted: [{ passage, sentences: passage.blocks.flat().slice(0, maxSentences) }],
      heading: passage.heading,
    }))
}

function idfOf(texts: readonly string[][]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => {
    const count = counts.get(term) ?? 0
    return Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
  }
}

export function matchQuestion(
  question: Question,
  vector: Float32Array,
  index: QuestionIndex,
  library: LibraryIndex,
  by = weights,
): Matches {
  const { answers, entries } = index
  const meanings = likenesses(vector, index.vectors)
  const words = new Float64Array(index.words.size)
  const texts = new Float64Array(index.answerWords.size)
  let square = 0
  for (const [term, belief] of question.terms) {
    const worth = belief * index.idf(term)
    square += worth * worth
    index.words.addTo(words, term, worth)
    index.answerWords.addTo(texts, term, worth)
  }
  const length = Math.sqrt(square) || 1
  const best = answers.map(() => ({ likest: '', three: [0, 0, 0] as [number, number, number], miss: 0 }))
  let outside = 0
  const all = new Float64Array(entries.length)
  for (const [i, { text, answer, isMiss }] of entries.entries()) {
    const likeness = by.meaning * Math.max(0, meanings[i] as number) + (by.words * (words[i] as number)) / length
    all[i] = likeness
    const own = best[answer]
    if (own === undefined) outside = Math.max(outside, likeness)
    else if (isMiss) own.miss = Math.max(own.miss, likeness)
    else {
      const { three } = own
      if (likeness > three[0]) {
        own.likest = text
        own.three = [likeness, three[0], three[1]]
      } else if (likeness > three[1]) own.three = [three[0], likeness, three[1]]
      else if (likeness > three[2]) three[2] = likeness
    }
  }
  const sentences = new Float64Array(answers.length)
  for (const [i, likeness] of likenesses(vector, index.sentenceVectors).entries()) {
    const { answer } = index.sentences[i] as { answer: number }
    sentences[answer] = Math.max(sentences[answer] as number, likeness)
  }
  const passages = passageScores(question, index, library)
  const found = answers.map(({ unit }, answer): Match => {
    const { likest, three, miss } = best[answer] as (typeof best)[number]
    const asked = unit?.questions.length ?? 1
    const mean = (three[0] + three[1] + three[2]) / Math.min(3, Math.max(1, asked))
    const score =
      by.questions * ((1 - by.several) * three[0] + by.several * mean) +
      by.sentence * Math.max(0, sentences[answer] as number) +
      (by.text * (texts[answer] as number)) / length +
      by.passages * (passages[answer] as number) -
      by.miss * Math.max(0, miss - three[0])
    return { answer, score, likest, likeness: three[0], miss }
  })
  found.sort((a, b) => b.score - a.score || a.answer - b.answer)
  const first = found[0]?.answer ?? -1
  return {
    found,
    outside,
    belongs: shareInside(all, entries, 10, 10),
    belongsByMeaning: shareInside(meanings, entries, 15, 8),
    gap: nearestOfKind(meanings, entries, true) - nearestOfKind(meanings, entries, false),
    coverage: first < 0 ? 0 : (texts[first] as number) / length,
  }
}

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

function nearestOfKind(likeness: Float64Array, entries: Entries, isInside: boolean): number {
  let highest = 0
  for (const [i, { answer, isMiss }] of entries.entries())
    if (isInside ? answer >= 0 && !isMiss : answer < 0) highest = Math.max(highest, likeness[i] as number)
  return highest
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
