// What the words of a question say about whether it belongs here: each has a weight, fitted on questions that the library answers and
// on such as it does not (content/assistant-word-weights.txt).
import type { Question } from './question.ts'
import { wordsOf } from './words.ts'

/** The words as they are understood and as they stand, the things they name, neighbours, and how the question opens. */
export function signsOf({ text, asked }: Question): string[] {
  const written = wordsOf(text).map(({ term }) => term)
  const neighbours = written.slice(1).map((term, i) => `${written[i]}_${term}`)
  const opening = written.slice(0, 1).map((term) => `^${term}`)
  const understood = asked.flatMap(({ terms: [first], things }) => [...(first ? [first.term] : []), ...things])
  return [
    ...new Set([
      ...understood,
      ...written,
      ...neighbours,
      ...opening,
      ...neighbours.slice(0, 1).map((pair) => `^${pair}`),
    ]),
  ]
}

/** Above nothing for what belongs; of many words each counts less. */
export function belonging(signs: readonly string[], weights: ReadonlyMap<string, number>): number {
  const known = signs.filter((sign) => weights.has(sign))
  const sum = known.reduce((total, sign) => total + (weights.get(sign) as number), 0)
  return Math.max(-6, Math.min(6, (2 * sum) / Math.sqrt(Math.max(1, known.length))))
}
