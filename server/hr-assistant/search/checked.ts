// Finds the verified answer whose question matches this one, if there is any.
import type { LibraryIndex } from './library-index.ts'
import { understand } from './question.ts'

export interface CheckedQuestion<T> {
  answer: T
  vector: Map<string, number>
  figures: string
}

export function readChecked<T>(answer: T, question: string, index: LibraryIndex): CheckedQuestion<T> {
  return { answer, ...meaningOf(question, index) }
}

/** Minimum similarity of two questions, from 0 to 1, and the confidence of an exact match. */
const minLikeness = 0.7

export interface CheckedMatch<T> {
  answer: T
  /** In percent. Similar questions get the same answer; the same question gets it with full confidence. */
  confidence: number
}

export function matchChecked<T>(
  text: string,
  checked: readonly CheckedQuestion<T>[],
  index: LibraryIndex,
): CheckedMatch<T> | null {
  if (checked.length === 0) return null
  const { vector, figures } = meaningOf(text, index)
  let best: { answer: T; likeness: number } | null = null
  for (const each of checked) {
    // "30 employees" and "60 employees" are different questions.
    if (figures !== '' && each.figures !== '' && figures !== each.figures) continue
    let likeness = 0
    for (const [term, weight] of vector) likeness += weight * (each.vector.get(term) ?? 0)
    if (likeness >= minLikeness && likeness > (best?.likeness ?? 0)) best = { answer: each.answer, likeness }
  }
  if (best === null) return null
  const sureness = (best.likeness - minLikeness) / (1 - minLikeness)
  return { answer: best.answer, confidence: Math.round(80 + 18 * Math.min(1, sureness)) }
}

function meaningOf(text: string, index: LibraryIndex) {
  const { terms, amounts, citations } = understand(text, index)
  const vector = new Map([...terms].map(([term, weight]) => [term, weight * index.idf(term)]))
  const length = Math.hypot(...vector.values()) || 1
  for (const [term, weight] of vector) vector.set(term, weight / length)
  const numbers = [...terms.keys()].filter((term) => /^\d/.test(term))
  return { vector, figures: [...new Set([...numbers, ...amounts, ...citations])].toSorted().join(' ') }
}
