// Scores how much a message resembles the examples of each kind of crisis, and harmless ones: a linear model over its
// words, pairs of words, and parts of words. tests/assistant/fit-crisis-weights.ts fits it to content/assistant/crises and
// writes content/assistant-crisis-weights.bin.
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { CrisisKind } from '../../domain/hr-assistant.ts'

export const crisisKinds = CrisisKind.options
/** Outcome 0 is a harmless message, and the others are the kinds. */
export const outcomes = 1 + crisisKinds.length

/** Features are numbered by the hash of their text: words and pairs of words, then parts of words. */
const buckets = 2 ** 16
export const featureCount = 2 * buckets
const lengthsOfParts = [3, 4, 5]

export interface Features {
  numbers: Uint32Array
  values: Float32Array
}

export function featuresOf(text: string): Features {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
  const words = (plain.match(/[a-z]+|[0-9]+|[.!?\n]/g) ?? []).map((word) =>
    /^[0-9]/.test(word) ? '#' : word === '\n' ? '.' : word,
  )
  const whole = new Set<number>()
  const parts = new Set<number>()
  for (const [i, word] of words.entries()) {
    if (!/[a-z#]/.test(word)) continue
    whole.add(hash(word))
    whole.add(hash(`${word} ${words[i + 1] ?? '.'}`))
    if (word.length > 5) whole.add(hash(`${word.slice(0, 5)}*`))
    const bounded = ` ${word} `
    for (const length of lengthsOfParts)
      for (let at = 0; at + length <= bounded.length; at++) parts.add(buckets + hash(bounded.slice(at, at + length)))
  }
  whole.add(hash(`^${words[0] ?? ''}`))
  const numbers = [...whole, ...parts]
  const values = numbers.map((_, i) => 1 / Math.sqrt(i < whole.size ? whole.size : parts.size))
  return { numbers: Uint32Array.from(numbers), values: Float32Array.from(values) }
}

const hash = (text: string) => crc32(text) & (buckets - 1)

export class CrisisModel {
  readonly #weights: Int8Array
  /** What the weights are multiplied with. */
  readonly #unit: number
  readonly #bias: Float32Array

  private constructor(weights: Int8Array, unit: number, bias: Float32Array) {
    this.#weights = weights
    this.#unit = unit
    this.#bias = bias
  }

  /** @param weights a row of outcomes for each feature */
  static of(weights: Float32Array, bias: readonly number[]): CrisisModel {
    const unit = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 1e-9) / 127
    return new CrisisModel(
      Int8Array.from(weights, (weight) => Math.round(weight / unit)),
      unit,
      Float32Array.from(bias),
    )
  }

  static read(file: string): CrisisModel {
    const bytes = readFileSync(file)
    const numbers = Float32Array.from({ length: 1 + outcomes }, (_, i) => bytes.readFloatLE(4 * i))
    return new CrisisModel(
      new Int8Array(bytes.buffer, bytes.byteOffset + numbers.byteLength, featureCount * outcomes),
      numbers[0] as number,
      numbers.subarray(1),
    )
  }

  write(file: string): void {
    const numbers = Buffer.alloc(4 * (1 + outcomes))
    for (const [i, number] of [this.#unit, ...this.#bias].entries()) numbers.writeFloatLE(number, 4 * i)
    writeFileSync(
      file,
      Buffer.concat([numbers, Buffer.from(this.#weights.buffer, this.#weights.byteOffset, this.#weights.length)]),
    )
  }

  /** The logarithm of the odds that it is a crisis, and the likeliest kind. */
  judge({ numbers, values }: Features): { score: number; kind: CrisisKind } {
    const sums = Float64Array.from(this.#bias)
    for (const [i, number] of numbers.entries()) {
      const value = (values[i] as number) * this.#unit
      for (let outcome = 0; outcome < outcomes; outcome++)
        sums[outcome] = (sums[outcome] as number) + value * (this.#weights[number * outcomes + outcome] as number)
    }
    const [harmless = 0, ...ofKinds] = sums
    const largest = Math.max(...ofKinds)
    const all = ofKinds.reduce((sum, each) => sum + Math.exp(each - largest), 0)
    return {
      score: largest + Math.log(all) - harmless,
      kind: crisisKinds[ofKinds.indexOf(largest)] as CrisisKind,
    }
  }
}
