// Whether a sentence that a language model wrote rests on a passage: its figures, its citations, its words, and its yes or no.
import { isEmpty, type Word, wordsOf } from './search/words.ts'

/** Of a sentence's words at least so many stand in the sentence of the passage that it rests on. */
const leastShare = 0.7
/** A figure belongs to words near it; it may not wander to others. */
const nearWords = 9

/** @param sources sentences of the passages. @returns whether one of them, with the one after it, bears the sentence */
export function isSupported(sentence: string, sources: readonly string[]): boolean {
  const words = wordsOf(withoutMarks(sentence))
  const content = words.filter((word) => !isEmpty(word) && word.kind === 'word')
  if (content.length < 2) return false
  return sources.some((source, i) => {
    const pair = [source, `${source} ${sources[i + 1] ?? ''}`]
    return pair.some((text) => bears(words, content, sentence, text))
  })
}

/** "[2]" and the like: where the model says that it has it from. */
export const withoutMarks = (sentence: string): string => sentence.replace(/\s*\[\d+\]/g, '')

function bears(words: Word[], content: Word[], sentence: string, source: string): boolean {
  if (saysNo(sentence) !== saysNo(source)) return false
  const held = wordsOf(source)
  const terms = new Set(held.map(({ term }) => term))
  const figures = words.filter(({ kind }) => kind !== 'word')
  if (!figures.every(({ term }) => terms.has(term))) return false
  if (content.filter(({ term }) => terms.has(term)).length / content.length < leastShare) return false
  return words.every((word, i) => word.kind !== 'number' || standsAlike(words, i, held))
}

/** "cannot", "need not", "no law" turn a sentence round. */
const saysNo = (text: string): boolean =>
  /\b(?:not|no|never|nobody|none|neither|without|cannot|unlawful|illegal|forbid\w*|prohibit\w*|barred|bars?|bans?|banned|exempt\w*|optional|voluntary)\b|n['\u2019]t\b/i.test(
    text,
  )

/** The word before a figure, or after it, stands near the same figure in the source. */
function standsAlike(words: Word[], at: number, held: Word[]): boolean {
  const figure = words[at]?.term
  const before = words.slice(0, at).findLast((word) => !isEmpty(word) && word.kind === 'word')?.term
  const after = words.slice(at + 1).find((word) => !isEmpty(word) && word.kind === 'word')?.term
  return held.some((word, i) => {
    if (word.term !== figure) return false
    const left = held.slice(Math.max(0, i - nearWords), i).map(({ term }) => term)
    const right = held.slice(i + 1, i + 1 + nearWords).map(({ term }) => term)
    return (before === undefined || left.includes(before)) && (after === undefined || right.includes(after))
  })
}
