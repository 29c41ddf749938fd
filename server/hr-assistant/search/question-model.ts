// How much the words of a question, the parts of its words, and its pairs of words indicate each answer, as learned from the
// indexed questions (fit-question-model.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { contentFolder } from './answer-units.ts'

/** Features are numbered: the words, then the parts of words and the pairs of words, each by the hash of its text. */
const buckets = 8192
const lengthsOfParts = [3, 4]
const pairWeight = 0.7
/** The larger the features, the fewer rounds it takes to learn from them. */
const scale = 8

export const featureCount = (words: readonly string[]): number => words.length + 2 * buckets

/** The number and weight of each feature of a text. */
export function featuresOf(
  text: string,
  terms: ReadonlyMap<string, number>,
  wordNumbers: ReadonlyMap<string, number>,
): [number, number][] {
  const words = text
    .toLowerCase()
    .replaceAll(/['\u2019]/g, '')
    .split(/[^a-z0-9áéíóúñü]+/)
    .filter((word) => word !== '')
  const parts = words.flatMap((word) => lengthsOfParts.flatMap((length) => partsOf(` ${word} `, length)))
  const ends = ['^', ...words, '$']
  const pairs = words.length === 0 ? [] : ends.slice(1).map((word, i) => `${ends[i]} ${word}`)
  const known = [...terms].flatMap(([term, weight]): [number, number][] => {
    const number = wordNumbers.get(term)
    return number === undefined ? [] : [[number, scale * weight]]
  })
  const size = wordNumbers.size
  return [...known, ...hashed(parts, size, scale), ...hashed(pairs, size + buckets, scale * pairWeight)]
}

const partsOf = (word: string, length: number): string[] =>
  Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length))

function hashed(texts: readonly string[], from: number, size: number): [number, number][] {
  const numbers = new Set(texts.map((text) => crc32(text) & (buckets - 1)))
  return [...numbers].map((number) => [from + number, size / Math.sqrt(numbers.size)])
}

const Header = z.object({
  labels: z.array(z.string()),
  words: z.array(z.string()),
  /** The checksums of the questions that it was learned from; null in a file that does not list them. */
  learned: z.array(z.number()).nullable().default(null),
})

export class QuestionModel {
  /** The ids of answers, and the kinds of questions outside the library. */
  readonly labels: readonly string[]
  readonly #words: readonly string[]
  readonly #wordNumbers: ReadonlyMap<string, number>
  readonly #learned: ReadonlySet<number> | null
  readonly #bias: Float32Array
  /** A row of labels for each feature, one byte each, to be multiplied with the row's unit. */
  readonly #weights: Int8Array
  readonly #units: Float32Array

  private constructor(
    { labels, words, learned }: z.infer<typeof Header>,
    bias: Float32Array,
    units: Float32Array,
    weights: Int8Array,
  ) {
    this.labels = labels
    this.#words = words
    this.#learned = learned === null ? null : new Set(learned)
    this.#wordNumbers = new Map(words.map((word, number) => [word, number]))
    this.#bias = bias
    this.#units = units
    this.#weights = weights
  }

  static of(header: z.infer<typeof Header>, bias: Float32Array, values: Float32Array): QuestionModel {
    const columns = header.labels.length
    const units = Float32Array.from({ length: featureCount(header.words) }, (_, row) => {
      let largest = 1e-9
      for (let i = row * columns; i < (row + 1) * columns; i++)
        largest = Math.max(largest, Math.abs(values[i] as number))
      return largest / 127
    })
    const weights = new Int8Array(values.length)
    for (let i = 0; i < values.length; i++)
      weights[i] = Math.round((values[i] as number) / (units[Math.floor(i / columns)] as number))
    return new QuestionModel(header, bias, units, weights)
  }

  static read(file: string = modelFile): QuestionModel {
    const bytes = readFileSync(file)
    let at = 4 + bytes.readUInt32LE(0)
    const header = Header.parse(JSON.parse(bytes.toString('utf8', 4, at)))
    const next = (count: number) => {
      const from = bytes.byteOffset + at
      at += 4 * count
      return new Float32Array(bytes.buffer.slice(from, bytes.byteOffset + at))
    }
    const bias = next(header.labels.length)
    const units = next(featureCount(header.words))
    return new QuestionModel(header, bias, units, new Int8Array(bytes.buffer, bytes.byteOffset + at))
  }

  bytes(): Buffer {
    const header = Buffer.from(
      JSON.stringify({
        labels: this.labels,
        words: this.#words,
        learned: this.#learned === null ? null : [...this.#learned],
      }),
    )
    const length = Buffer.alloc(4)
    length.writeUInt32LE(header.length)
    const numbers = [this.#bias, this.#units, this.#weights].map((each) =>
      Buffer.from(each.buffer, each.byteOffset, each.byteLength),
    )
    return Buffer.concat([length, header, ...numbers])
  }

  hasLearned(question: string): boolean {
    return this.#learned === null || this.#learned.has(crc32(question))
  }

  /** The logarithm of each label's chance. @param terms the weights of its words, of length 1 together */
  logChances(text: string, terms: ReadonlyMap<string, number>): Float64Array {
    const columns = this.labels.length
    const sums = Float64Array.from(this.#bias)
    for (const [row, value] of featuresOf(text, terms, this.#wordNumbers)) {
      const by = value * (this.#units[row] as number)
      const at = row * columns
      for (let i = 0; i < columns; i++) sums[i] = (sums[i] as number) + by * (this.#weights[at + i] as number)
    }
    const total = logOfSum(sums)
    return sums.map((sum) => sum - total)
  }
}

/** The logarithm of the sum of the exponentials. */
export function logOfSum(values: Float64Array): number {
  const largest = values.reduce((max, value) => Math.max(max, value), -Infinity)
  return largest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - largest), 0))
}

export const modelFile = join(contentFolder, 'assistant-model.bin')
