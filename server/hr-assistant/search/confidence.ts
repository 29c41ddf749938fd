// Confidence that the library answers a question and that the first answer is right, estimated from how similar the
// question is to indexed questions with and without an answer (content/assistant). Measured on questions by other
// authors; tests/assistant/README.md has the figures.
import { minConfidence } from '../../../domain/hr-assistant.ts'
import type { Match, Matches } from './question-index.ts'

/** Upper limit of the stated confidence. */
const maxConfidence = 95

const chanceOf = (sum: number) => 1 / (1 + Math.exp(-sum))

const maxMargin = 0.4
const marginOf = ({ found: [first, second] }: Matches) =>
  Math.min(maxMargin, (first?.score ?? 0) - (second?.score ?? 0))

/** The probability that the library answers the question. */
export const chanceOfBelonging = (matches: Matches): number =>
  chanceOf(
    -10 +
      4.1 * matches.belongs +
      8 * matches.belongsByMeaning +
      1.8 * matches.gap +
      1.8 * (matches.found[0]?.score ?? 0) +
      1.6 * marginOf(matches),
  )

/** The probability that the first answer is right, given that the library answers the question. */
const chanceOfRight = (matches: Matches): number =>
  chanceOf(-3 + 3.6 * (matches.found[0]?.score ?? 0) + 6.1 * marginOf(matches))

/** In whole percent; below `minConfidence` the question is declined. */
export function confidenceOf(matches: Matches): number {
  const belonging = chanceOfBelonging(matches)
  const percent = Math.round(100 * belonging * chanceOfRight(matches))
  if (belonging < 0.5) return Math.max(2, Math.min(minConfidence - 1, percent))
  return Math.max(minConfidence, Math.min(maxConfidence, percent))
}

/** Answers whose scores differ by less than this are a tie, unless the confidence is high. */
const tieMargin = 0.015
const tieConfidence = 65

/** The tied answers when the best match is ambiguous; empty when one clearly wins. */
export function tiedMatches({ found }: Matches, confidence: number, areSame: (a: Match, b: Match) => boolean): Match[] {
  const [first, second, third] = found
  if (first === undefined || second === undefined || confidence >= tieConfidence) return []
  if (first.score - second.score > tieMargin || areSame(first, second)) return []
  const isThird = third !== undefined && first.score - third.score <= tieMargin && !areSame(first, third)
  return isThird ? [first, second, third] : [first, second]
}
