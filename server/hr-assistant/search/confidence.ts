// Whether the library answers a question at all, and how far the first result can be believed: two probabilities, fitted once
// on questions of our own, so that of the answers given with 80 % about 80 of 100 are right.
import { leastConfidence } from '../../../domain/hr-assistant.ts'
import { belonging, signsOf } from './belonging.ts'
import type { LibraryIndex } from './library-index.ts'
import type { Question } from './question.ts'
import type { Signals } from './ranking.ts'
import type { Scope } from './scope.ts'
import { answerableWeights, confidenceWeights } from './weights.ts'

export const confidenceNames = [
  'bias',
  'share',
  'coverage',
  'askedHeading',
  'inside',
  'outside',
  'outsideWins',
  'strange',
  'margin',
  'score',
  'long',
  'signs',
  'known',
  'things',
  'oneThing',
  'noThing',
  'exact',
  'missed',
  'mostMissed',
  'inOtherWords',
  'few',
  'belonging',
] as const

/** @param fits how far its words belong; while they are fitted, by weights that do not know the question */
export function confidenceFeatures(
  question: Question,
  signals: Signals,
  index: LibraryIndex,
  fits = belonging(signsOf(question), index.vocabulary.weights),
): number[] {
  const [first] = signals.found
  const [share = 0, , coverage = 0, , askedHeading = 0] = first?.features ?? []
  const rival = signals.found.find(({ passage }) => passage.policy !== first?.passage.policy)
  const strange = question.asked
    .filter(
      ({ terms, things, unknown }) =>
        unknown || (things.length === 0 && !terms.some(({ term }) => index.words.has(term))),
    )
    .reduce((sum, { worth }) => sum + worth, 0)
  return [
    1,
    share,
    coverage,
    askedHeading,
    signals.inside,
    signals.outside,
    Math.max(0, signals.outside - signals.inside),
    strange / Math.max(question.mass, 1e-9),
    Math.min(2, (first?.score ?? 0) - (rival?.score ?? 0)),
    first?.score ?? 0,
    Math.min(1, question.asked.length / 20),
    // One such word in a story says less than one in a line.
    Math.min(1.5, (3 * question.signs) / Math.max(3, question.asked.length)),
    known(question),
    ...meeting(question, first, index),
    ...missed(question, first, index),
    Math.min(1, question.asked.length / 6),
    fits,
  ]
}

/** Things that everybody speaks of; that a question and a passage share them says little. */
const common = new Set(
  '~staff ~employer ~money ~deadline ~keep ~small ~supervisor ~coworker ~complaint ~student ~school ~parent ~police ~age ~wages'.split(
    ' ',
  ),
)

/** How many things the question names that the passage is about, and how many of its words stand there as they are. */
function meeting(question: Question, first: Signals['found'][number] | undefined, { words }: LibraryIndex) {
  const number = first?.number ?? -1
  const things = [...question.terms.keys()].filter(
    (term) => term.startsWith('~') && !common.has(term) && words.weightIn(term, number) > 0,
  ).length
  const exact = question.asked.filter(({ terms }) => terms.some(({ term }) => words.weightIn(term, number) > 0)).length
  return [Math.min(4, things), things === 1 ? 1 : 0, things === 0 ? 1 : 0, Math.min(5, exact)]
}

/** What of the question the passage does not speak of: in all, the weightiest of it, and what it says in other words only. */
function missed({ asked, mass }: Question, first: Signals['found'][number] | undefined, { words }: LibraryIndex) {
  const holds = (term: string) => words.weightIn(term, first?.number ?? -1) > 0
  const reworded = asked.filter(({ terms }) => !terms.some(({ term }) => holds(term)))
  const absent = reworded.filter(({ things }) => !things.some(holds))
  const share = (of: typeof asked) => of.reduce((sum, { worth }) => sum + worth, 0) / Math.max(mass, 1e-9)
  return [share(absent), Math.max(0, ...absent.map(({ worth }) => worth)) / 5, share(reworded)]
}

/** How much of the question is about things that the library's vocabulary knows. */
const known = ({ asked, mass }: Question) =>
  asked.filter(({ things }) => things.length > 0).reduce((sum, { worth }) => sum + worth, 0) / Math.max(mass, 1e-9)

/** What no likeness of words makes up for: another state's law, somebody's data, nothing but orders to the machine. */
export const isBarred = (scope: Scope): boolean =>
  scope.elsewhere !== null || scope.neverHeld || (scope.orders && scope.rest.trim() === '')

/** Turning away what the library answers is worse than answering what it does not: less than even odds are enough. */
const leastAnswerable = 0.3

/**
 * A whole number of percent, from 2 to 99: nothing is certain. Below `leastConfidence` the question is declined.
 * @param cites a section of the law that the library speaks of
 */
export function confidenceOf(features: readonly number[], cites: boolean): number {
  const chance = Math.min(99, Math.max(2, Math.round(100 * chanceOf(features, confidenceWeights))))
  return !cites && chanceOf(features, answerableWeights) < leastAnswerable
    ? Math.min(leastConfidence - 1, chance)
    : Math.max(leastConfidence, chance)
}

export const chanceOf = (features: readonly number[], weights: readonly number[]): number =>
  1 / (1 + Math.exp(-features.reduce((total, value, i) => total + value * (weights[i] ?? 0), 0)))
