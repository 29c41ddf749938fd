// Scores how much a message resembles the crisis examples: a sum of weights for words, word pairs, and concepts.
// tests/assistant/fit-crisis-weights.ts fits them to the messages in its folder and writes content/assistant-crisis-
// weights.txt.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CrisisKind } from '../../domain/hr-assistant.ts'
import { readContent } from '../kit/yaml.ts'

export const crisisKinds = CrisisKind.options

/** Bonus for the crisis kind that pattern lines matched, added to the learned scores. */
const kindFromLines = 3

/** For each feature its weight for a crisis, then for each kind. */
export type CrisisWeights = ReadonlyMap<string, readonly number[]>

export interface CrisisModel {
  /** @param seen the kind of crisis that pattern lines matched */
  judge: (text: string, seen: CrisisKind | null) => { score: number; kind: CrisisKind }
}

export type Concepts = ReadonlyMap<string, readonly string[]>

/** The concepts of each word. */
export function readConcepts(folder: string): Concepts {
  const file = z.object({ concepts: z.record(z.string(), z.string()) }).parse(readContent(folder, 'assistant-crises'))
  const concepts = new Map<string, string[]>()
  for (const [concept, words] of Object.entries(file.concepts))
    for (const word of words.split(', ')) concepts.set(word, [...(concepts.get(word) ?? []), concept])
  return concepts
}

export function readCrisisModel(folder: string): CrisisModel {
  const lines = readFileSync(`${folder}/assistant-crisis-weights.txt`, 'utf8').split('\n').filter(Boolean)
  const weights = lines.map((line): [string, number[]] => {
    const [feature = '', numbers = ''] = line.split('\t')
    return [feature, numbers.split(' ').map(Number)]
  })
  return crisisModel(new Map(weights), readConcepts(folder))
}

/** The bias term: a feature of every message. */
export const bias = '*'

export function crisisModel(weights: CrisisWeights, concepts: Concepts): CrisisModel {
  return {
    judge(text, seen) {
      const features = featuresOf(text, concepts)
      const sums = [0, ...crisisKinds].map((_, i) => {
        const sum = features.reduce((total, feature) => total + (weights.get(feature)?.[i] ?? 0), 0)
        return (weights.get(bias)?.[i] ?? 0) + sum / Math.sqrt(features.length)
      })
      const [score = 0, ...ofKinds] = sums
      const [likeliest] = crisisKinds
        .map((kind, i) => ({ kind, sum: (ofKinds[i] ?? 0) + (kind === seen ? kindFromLines : 0) }))
        .toSorted((a, b) => b.sum - a.sum)
      return { score, kind: likeliest?.kind ?? 'threat' }
    },
  }
}

/** Words, prefixes, bigrams, concepts and pairs of them, the first word, and the length. */
export function featuresOf(text: string, concepts: Concepts): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
  const words = (plain.match(/[a-z]+|[0-9]+|[.!?\n]/g) ?? []).map((word) => (/^[0-9]/.test(word) ? '#' : word))
  const found = new Set<string>()
  const present = new Set<string>()
  for (const [i, word] of words.entries()) {
    if (!/[a-z#]/.test(word)) continue
    found.add(word)
    if (word.length > 5) found.add(`${word.slice(0, 5)}*`)
    const next = words[i + 1]
    if (next !== undefined) found.add(`${word} ${next === '\n' ? '.' : next}`)
    for (const concept of concepts.get(word) ?? []) present.add(concept)
  }
  const sorted = [...present].toSorted()
  for (const [i, concept] of sorted.entries()) {
    found.add(`<${concept}>`)
    for (const other of sorted.slice(i + 1)) found.add(`<${concept}+${other}>`)
  }
  if (words[0] !== undefined) found.add(`^${words[0] === '\n' ? '.' : words[0]}`)
  return [...found, `length ${Math.min(6, Math.floor(words.length / 8))}`]
}
