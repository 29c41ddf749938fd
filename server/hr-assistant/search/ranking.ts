// Ranks passages: the best candidates of the index, ordered by a few features whose weights were fitted once on our own
// questions.
import type { LibraryIndex } from './library-index.ts'
import type { LibraryPolicy, Passage } from './passages.ts'
import type { Question } from './question.ts'
import { indexesOfLargest } from './terms.ts'
import { rankingWeights } from './weights.ts'

export interface RankedPassage {
  passage: Passage
  number: number
  score: number
  features: number[]
}

/** Signals of the whole search, for the confidence of its first result. */
export interface Signals {
  found: RankedPassage[]
  /** The similarity of the question to phrases outside the library, and the nearest inside. */
  outside: number
  inside: number
}

export const featureNames = [
  'share',
  'ofBest',
  'coverage',
  'headingAsked',
  'askedHeading',
  'line',
  'pairs',
  'amounts',
  'citations',
  'policyShare',
  'policyTerms',
  'schoolFits',
  'schoolMisses',
  'short',
  'list',
  'practice',
  'scope',
  'policySays',
  'answers',
] as const

const candidates = 40

export function search(question: Question, index: LibraryIndex, weights: readonly number[] = rankingWeights): Signals {
  const sums = new Float64Array(index.words.size)
  let total = 0
  for (const [term, weight] of question.terms) {
    const worth = weight * index.idf(term)
    total += worth
    index.words.addTo(sums, term, worth)
  }
  const { lines, outside, inside } = nearestLines(question, index)
  // Include passages that people's own phrases point to, even if their text shares few words with the question.
  const numbers = [...new Set([...indexesOfLargest(sums, candidates), ...[...lines.keys()].slice(0, 10)])]
  const best = Math.max(...numbers.map((number) => sums[number] as number), 1e-9)
  const policyShares = sharesOfPolicies(numbers, sums, index)
  const policySays = likelihoods(question, index, [...policyShares.keys()])
  const found = numbers.map((number) => {
    const passage = index.passages[number] as Passage
    const sum = sums[number] as number
    const features = [
      sum / Math.max(total, 1e-9),
      sum / best,
      ...own(question, index, number),
      lines.get(number) ?? 0,
      ...near(question, index, number),
      policyShares.get(passage.policy) ?? 0,
      ...ofPolicy(question, index, passage.policy),
      passage.kind === 'short' ? 1 : 0,
      passage.kind === 'list' ? 1 : 0,
      passage.kind === 'practice' ? 1 : 0,
      passage.kind === 'scope' ? 1 : 0,
      policySays.get(passage.policy) ?? -1,
      answers(question, index, number),
    ]
    const score = features.reduce((total, value, i) => total + value * (weights[i] ?? 0), 0)
    return { passage, number, score, features: inOrder(features) }
  })
  found.sort((a, b) => b.score - a.score || a.number - b.number)
  return { found, outside, inside }
}

const inOrder = (features: number[]) => features

/** Whether the passage contains the kind of answer asked for (time, amount, count); 0 if none is asked for. */
function answers({ kinds }: Question, index: LibraryIndex, number: number): number {
  if (kinds.length === 0) return 0
  const held = index.kinds[number] as Set<string>
  return (2 * kinds.filter((kind) => held.has(kind)).length) / kinds.length - 1
}

/** The question's share in the passage, and the overlap of its heading with the question. */
function own(question: Question, index: LibraryIndex, number: number): [number, number, number] {
  const heading = index.headings[number] as Set<string>
  let covered = 0
  let inHeading = 0
  for (const { terms, things, worth } of question.asked) {
    const exact = Math.max(...terms.map(({ term, belief }) => (index.words.weightIn(term, number) > 0 ? belief : 0)))
    const named = things.some((thing) => index.words.weightIn(thing, number) > 0) ? 0.85 : 0
    covered += worth * Math.max(exact, named)
    if (terms.some(({ term }) => heading.has(term)) || things.some((thing) => heading.has(thing))) inHeading += worth
  }
  let asked = 0
  let all = 0
  for (const term of heading) {
    const idf = index.idf(term)
    all += idf
    if (question.terms.has(term)) asked += idf
  }
  const mass = Math.max(question.mass, 1e-9)
  return [covered / mass, asked / Math.max(all, 1e-9), inHeading / mass]
}

/**
 * Proximity: terms adjacent in the question that are close together in the passage, and the amounts and code sections
 * that it names.
 */
function near({ pairs, amounts, citations }: Question, index: LibraryIndex, number: number): [number, number, number] {
  const run = index.runs[number] as string[]
  const together = pairs.filter(([a, b]) => {
    if (index.words.weightIn(a, number) === 0 || index.words.weightIn(b, number) === 0) return false
    return run.some((term, i) => term === a && run.slice(Math.max(0, i - 3), i + 4).includes(b))
  }).length
  const share = (terms: string[]) =>
    terms.length === 0 ? 0 : terms.filter((term) => index.words.weightIn(term, number) > 0).length / terms.length
  return [together / Math.max(3, pairs.length), share(amounts), share(citations)]
}

/** A policy with many candidate passages is more likely the right one. */
function sharesOfPolicies(numbers: number[], sums: Float64Array, index: LibraryIndex): Map<LibraryPolicy, number> {
  const byPolicy = new Map<LibraryPolicy, number[]>()
  for (const number of numbers) {
    const { policy } = index.passages[number] as Passage
    byPolicy.set(policy, [...(byPolicy.get(policy) ?? []), sums[number] as number])
  }
  const strength = ([...values]: number[]) =>
    values
      .toSorted((a, b) => b - a)
      .slice(0, 3)
      .reduce((total, value, i) => total + value / (i + 1), 0)
  const strengths = new Map([...byPolicy].map(([policy, values]) => [policy, strength(values)]))
  const all = Math.max(...strengths.values(), 1e-9)
  return new Map([...strengths].map(([policy, value]) => [policy, value / all]))
}

/** Pseudo-counts for smoothing (Dirichlet). */
const smoothing = 400

/** The log likelihood of the question under each policy's language model, relative to the best, which is 0. */
function likelihoods(question: Question, index: LibraryIndex, policies: LibraryPolicy[]): Map<LibraryPolicy, number> {
  const mass = [...question.terms.values()].reduce((sum, weight) => sum + weight, 0)
  const logs = policies.map((policy) => {
    const number = index.policyNumbers.get(policy) ?? -1
    let log = mass * Math.log(smoothing / ((index.policyLengths[number] ?? 0) + smoothing))
    for (const [term, weight] of question.terms) {
      const frequency = index.policyWords.weightIn(term, number)
      if (frequency > 0) log += weight * Math.log(1 + frequency / (smoothing * index.shareOf(term)))
    }
    return log / Math.max(3, mass)
  })
  const best = Math.max(...logs)
  return new Map(policies.map((policy, i) => [policy, Math.max(-2, (logs[i] as number) - best)]))
}

const schoolThings = [
  '~school',
  '~student',
  '~teacher',
  '~studentrecords',
  '~parent',
  '~principal',
  '~childabuse',
  '~busdriver',
]

function ofPolicy(question: Question, index: LibraryIndex, policy: LibraryPolicy): [number, number, number] {
  const terms = index.policyTerms.get(policy) ?? new Set()
  let named = 0
  for (const { terms: own, things, worth } of question.asked)
    if (own.some(({ term }) => terms.has(term)) || things.some((thing) => terms.has(thing))) named += worth
  const isSchool = policy.category === 'k12'
  const asksSchool = schoolThings.some((thing) => question.terms.has(thing))
  return [named / Math.max(question.mass, 1e-9), isSchool && asksSchool ? 1 : 0, isSchool && !asksSchool ? 1 : 0]
}

/** The most similar phrase of each passage, ordered by similarity. */
function nearestLines(question: Question, index: LibraryIndex) {
  const sums = new Float64Array(index.lines.size)
  let square = 0
  for (const [term, weight] of question.terms) {
    const worth = weight * index.idf(term)
    square += worth * worth
    index.lines.addTo(sums, term, worth)
  }
  const length = Math.max(Math.sqrt(square), 1e-9)
  const lines = new Map<number, number>()
  let outside = 0
  let inside = 0
  for (const line of indexesOfLargest(sums, 60)) {
    const owner = index.lineOwners[line] as number
    const likeness = (sums[line] as number) / length
    if (owner < 0) outside = Math.max(outside, likeness)
    else {
      inside = Math.max(inside, likeness)
      lines.set(owner, Math.max(lines.get(owner) ?? 0, likeness))
    }
  }
  return { lines, outside, inside }
}
