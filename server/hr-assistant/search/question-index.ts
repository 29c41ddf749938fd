// The index of the questions that people ask, with the answers of the library. To add a question, add it to
// content/assistant.
import { type Answer, answersIn } from './answers.ts'
import type { AnswerUnits } from './answer-units.ts'
import { type Embedder, type StoredVectors, type VectorTable, vectorsOf } from './embedder.ts'
import type { LabeledQuestion } from './fit-question-model.ts'
import { type LibraryIndex, termsOf, unitVector } from './library-index.ts'
import type { QuestionModel } from './question-model.ts'
import { Postings } from './terms.ts'
import { wordsOf } from './words.ts'

interface Entry {
  text: string
  /** -1 if the library has none. */
  answer: number
  /** Not answered by `answer`. */
  isMiss: boolean
  /** The id of its answer, or its kind outside the library; null for a near miss, which may have another answer. */
  label: string | null
  /** The question model has not learned from it yet. */
  isNew: boolean
}

export interface QuestionIndex {
  answers: Answer[]
  entries: Entry[]
  vectors: VectorTable
  words: Postings
  idf: (term: string) => number
  model: QuestionModel
  /** The number of each answer's label in the model, -1 for a section that the model doesn't know. */
  labels: number[]
  /** The labels of questions outside the library. */
  outsideLabels: number[]
}

export async function indexQuestions(
  units: AnswerUnits,
  library: LibraryIndex,
  stored: StoredVectors,
  embedder: Embedder,
  model: QuestionModel,
): Promise<QuestionIndex> {
  const answers = answersIn(units.units, library)
  const entries = entriesOf(answers, units).map((entry) => ({ ...entry, isNew: !model.hasLearned(entry.text) }))
  const { idf, vectors } = wordsOfEntries(entries, library)
  const words = new Postings()
  for (const vector of vectors) words.add(vector)
  const numbers = new Map(model.labels.map((label, number) => [label, number]))
  return {
    answers,
    entries,
    vectors: await vectorsOf(
      entries.map(({ text }) => text),
      stored,
      embedder,
    ),
    words,
    idf,
    model,
    labels: answers.map(({ id }) => numbers.get(id) ?? -1),
    outsideLabels: [...numbers].filter(([label]) => isOutside(label)).map(([, number]) => number),
  }
}

/** The questions that a model is fitted to. */
export function labeledQuestions(units: AnswerUnits, library: LibraryIndex): LabeledQuestion[] {
  const entries = entriesOf(answersIn(units.units, library), units)
  const { vectors } = wordsOfEntries(entries, library)
  return entries.flatMap(({ text, label }, i) =>
    label === null ? [] : [{ text, label, terms: vectors[i] as Map<string, number> }],
  )
}

/** All texts that an index of these units needs a vector for. */
export const textsToEmbed = (units: AnswerUnits, library: LibraryIndex): string[] =>
  entriesOf(answersIn(units.units, library), units).map(({ text }) => text)

function entriesOf(answers: readonly Answer[], { outside }: AnswerUnits): Omit<Entry, 'isNew'>[] {
  const entries = answers.flatMap(({ id, unit, heading }, answer): Omit<Entry, 'isNew'>[] => [
    ...(unit?.questions ?? [heading]).map((text) => ({ text, answer, isMiss: false, label: id })),
    ...(unit?.not ?? []).map((text) => ({ text, answer, isMiss: true, label: null })),
  ])
  for (const [kind, texts] of Object.entries(outside))
    for (const text of texts) entries.push({ text, answer: -1, isMiss: true, label: `${outsideSign}${kind}` })
  return entries
}

const outsideSign = 'outside: '
const isOutside = (label: string) => label.startsWith(outsideSign)

function wordsOfEntries(entries: readonly Pick<Entry, 'text'>[], library: LibraryIndex) {
  const terms = entries.map(({ text }) => termsOf(wordsOf(text), library.vocabulary))
  const idf = idfOf(terms)
  return { idf, vectors: terms.map((own) => unitVector(own, idf)) }
}

function idfOf(texts: readonly string[][]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => {
    const count = counts.get(term) ?? 0
    return Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
  }
}
