// Confidence that the library answers a question and that the answer holds what is asked, estimated from how similar the
// question is to indexed questions with and without an answer (content/assistant). Measured on questions by other
// authors; tests/assistant/README.md has the figures.
import { minConfidence } from '../../../domain/hr-assistant.ts'
import type { Match, Matches } from './match-question.ts'

/** Upper limit of the stated confidence. */
const maxConfidence = 95

const chanceOf = (sum: number) => 1 / (1 + Math.exp(-sum))

const maxMargin = 0.4
const marginOf = ({ found: [first, second] }: Matches) =>
  Math.min(maxMargin, (first?.score ?? 0) - (second?.score ?? 0))

/**
 * The logarithm of the odds that the library answers the question. Fitted on questions of left-out authors; the constant
 * is .3 above the fit, because declining a question that has an answer costs more than a wrong answer to another.
 */
const belongingOf = (matches: Matches): number =>
  -5.34 +
  2.39 * matches.belongs +
  2.21 * matches.belongsByMeaning +
  7.17 * matches.gap +
  1.01 * matches.odds +
  1.46 * (matches.found[0]?.score ?? 0) +
  1.17 * marginOf(matches)

/** In whole percent; below `minConfidence` the question is declined. Fitted on the facts that answers hold. */
export function confidenceOf(matches: Matches): number {
  const belonging = belongingOf(matches)
  const percent = Math.round(100 * chanceOf(2.57 + 0.22 * belonging + 0.59 * (matches.found[0]?.chance ?? 0)))
  if (belonging < 0) return Math.max(2, Math.min(minConfidence - 1, percent))
  return Math.max(minConfidence, Math.min(maxConfidence, percent))
}

/** Answers whose scores differ by less than this are a tie: of the 11 in three sets of questions, the second was right in 4. */
const tieMargin = 0.02

/** The tied answers when the best match is ambiguous; empty when one clearly wins. */
export function tiedMatches({ found }: Pick<Matches, 'found'>, areSame: (a: Match, b: Match) => boolean): Match[] {
  const [first, second, third] = found
  if (first === undefined || second === undefined) return []
  if (first.score - second.score > tieMargin || areSame(first, second)) return []
  const isThird = third !== undefined && first.score - third.score <= tieMargin && !areSame(first, third)
  return isThird ? [first, second, third] : [first, second]
}
