// Fits the question model to the indexed questions by softmax regression (AdaGrad). scripts/assistant-vectors.ts stores it.
import { crc32 } from 'node:zlib'
import { featureCount, featuresOf, QuestionModel } from './question-model.ts'

export interface LabeledQuestion {
  text: string
  /** The unit vector of its words. */
  terms: ReadonlyMap<string, number>
  /** The id of its answer, or its kind outside the library. */
  label: string
}

const rounds = 5
const batch = 256
const rate = 0.5
/** Keeps the first steps short. */
const initialSquare = 0.01

/** The same questions give the same model. */
export function fitQuestionModel(questions: readonly LabeledQuestion[]): QuestionModel {
  const labels = [...new Set(questions.map(({ label }) => label))].toSorted()
  const labelNumbers = new Map(labels.map((label, number) => [label, number]))
  const words = frequentWords(questions)
  const wordNumbers = new Map(words.map((word, number) => [word, number]))
  const examples = questions.map(({ text, terms, label }) => ({
    features: featuresOf(text, terms, wordNumbers),
    label: labelNumbers.get(label) as number,
  }))
  const weights = new Weights(featureCount(words), labels.length)
  const bias = new Weights(1, labels.length)
  const random = randomNumbers()
  const errors = new Float64Array(labels.length)
  for (let round = 0; round < rounds; round++) {
    const order = examples.map((example) => ({ example, at: random() })).toSorted((a, b) => a.at - b.at)
    for (let from = 0; from < order.length; from += batch) {
      const some = order.slice(from, from + batch)
      for (const { example } of some) {
        errors.fill(0)
        bias.addTo(errors, 0, 1)
        for (const [feature, value] of example.features) weights.addTo(errors, feature, value)
        toChances(errors)
        errors[example.label] = (errors[example.label] as number) - 1
        bias.collect(errors, 0, 1 / some.length)
        for (const [feature, value] of example.features) weights.collect(errors, feature, value / some.length)
      }
      weights.step(some.length)
      bias.step(some.length)
    }
  }
  const learned = questions.map(({ text }) => crc32(text))
  return QuestionModel.of({ labels, words, learned }, bias.values, weights.values)
}

const minUses = 2

/** A word of one question only says nothing about others. */
function frequentWords(questions: readonly LabeledQuestion[]): string[] {
  const uses = new Map<string, number>()
  for (const { terms } of questions) for (const term of terms.keys()) uses.set(term, (uses.get(term) ?? 0) + 1)
  return [...uses]
    .filter(([, count]) => count >= minUses)
    .map(([word]) => word)
    .toSorted()
}

/** Weights and their gradients: a row for each feature and a column for each label. */
class Weights {
  readonly values: Float32Array
  readonly #squares: Float32Array
  readonly #slopes: Float32Array
  readonly #changed = new Set<number>()
  readonly #columns: number

  constructor(rows: number, columns: number) {
    this.#columns = columns
    this.values = new Float32Array(rows * columns)
    this.#slopes = new Float32Array(rows * columns)
    this.#squares = new Float32Array(rows * columns).fill(initialSquare)
  }

  addTo(sums: Float64Array, row: number, by: number): void {
    const at = row * this.#columns
    for (let i = 0; i < this.#columns; i++) sums[i] = (sums[i] as number) + by * (this.values[at + i] as number)
  }

  collect(errors: Float64Array, row: number, by: number): void {
    const at = row * this.#columns
    for (let i = 0; i < this.#columns; i++)
      this.#slopes[at + i] = (this.#slopes[at + i] as number) + by * (errors[i] as number)
    this.#changed.add(row)
  }

  step(size: number): void {
    for (const row of this.#changed)
      for (let at = row * this.#columns; at < (row + 1) * this.#columns; at++) {
        const slope = this.#slopes[at] as number
        const square = (this.#squares[at] as number) + size * slope * slope
        this.#squares[at] = square
        this.values[at] = (this.values[at] as number) - (rate * slope) / Math.sqrt(square)
        this.#slopes[at] = 0
      }
    this.#changed.clear()
  }
}

function toChances(sums: Float64Array): void {
  const largest = sums.reduce((max, value) => Math.max(max, value), -Infinity)
  let total = 0
  for (const [i, sum] of sums.entries()) {
    const chance = Math.exp(sum - largest)
    sums[i] = chance
    total += chance
  }
  for (const [i, chance] of sums.entries()) sums[i] = chance / total
}

/** Always the same sequence, from 0 to 1 (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
