// A word index of encrypted texts. Each word, and each beginning of one, becomes a number that can't be computed
// without the data keys: a dump shows which texts have a word in common, but not which word.
import { createHmac } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { DataKey, DataKeys } from './data-keys.ts'

/** Shorter beginnings are in most texts. */
const shortestPrefix = 3
/** Words with the same longer beginning have the same numbers: only reading the texts distinguishes them. */
const longestPrefix = 10
/** Per text; what comes after that is not found. */
const maxNumbers = 20_000
const hashedAtOnce = 500

/** The numbers of a text, in slices that block no other work for long. */
export async function indexNumbers(keys: DataKeys, text: string): Promise<number[]> {
  const key = keyOf(await keys.oldest())
  const numbers = new Set<number>()
  let count = 0
  for (const prefix of prefixesOf(text)) {
    numbers.add(numberOf(key, prefix))
    if (++count % hashedAtOnce === 0) await turn()
  }
  return [...numbers]
}

/** The numbers that a text with all of these words has; none if the words are too short for the index. */
export async function queryNumbers(keys: DataKeys, words: readonly string[]): Promise<number[]> {
  const parts = words.flatMap(indexedWords)
  if (parts.length === 0) return []
  const key = keyOf(await keys.oldest())
  return [...new Set(parts.map((part) => numberOf(key, part.slice(0, longestPrefix))))]
}

function prefixesOf(text: string): Set<string> {
  const prefixes = new Set<string>()
  for (const word of indexedWords(text))
    for (let length = shortestPrefix; length <= Math.min(word.length, longestPrefix); length++) {
      prefixes.add(word.slice(0, length))
      if (prefixes.size === maxNumbers) return prefixes
    }
  return prefixes
}

const indexedWords = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).filter(({ length }) => length >= shortestPrefix)

const numberOf = (key: Buffer, prefix: string) => createHmac('sha256', key).update(prefix).digest().readInt32BE(0)

const derived = new WeakMap<DataKey, Buffer>()

function keyOf(dataKey: DataKey): Buffer {
  const key = derived.get(dataKey) ?? dataKey.derive('word index', Buffer.alloc(0))
  derived.set(dataKey, key)
  return key
}
