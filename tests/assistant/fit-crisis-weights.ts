// Trains the crisis classifier on the examples in content/assistant/crises, and writes
// content/assistant-crisis-weights.txt. First it prints, for each author's examples, what a model trained on the others
// recognizes. Usage: node tests/assistant/fit-crisis-weights.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrisisKind } from '../../domain/hr-assistant.ts'
import { crisisIn, matchLines } from '../../server/hr-assistant/crisis.ts'
import {
  bias,
  crisisKinds,
  crisisModel,
  type CrisisWeights,
  featuresOf,
  readConcepts,
} from '../../server/hr-assistant/crisis-model.ts'
import { readExamples } from './crisis-examples.ts'
import { readQuestions } from './questions.ts'

interface Example {
  text: string
  kind: CrisisKind | null
  set: string
  features: string[]
}

const root = join(import.meta.dirname, '../..')
const concepts = readConcepts(join(root, 'content'))
const exampleOf = (text: string, kind: CrisisKind | null, set: string): Example => ({
  text,
  kind,
  set,
  features: featuresOf(text, concepts),
})

// Questions that the rules classify as a crisis are left out, because some of them are one.
const ordinary = ['kept-aside', 'held']
const questions = readQuestions()
  .filter(({ question }) => matchLines(question).kind === null)
  .map(({ question, set }) => exampleOf(question, null, set))
const own = readExamples().map(({ text, kind, author }) => exampleOf(text, kind, author))
const sets = [...new Set(own.map(({ set }) => set))]
const examples = [...own, ...questions]

const passes = 30
const rate = 0.5
const shrinking = 1e-3
/** A miss is worse than a false alarm, and a look-alike is more informative than an ordinary question. */
const exampleWeights = { crisis: 2, alike: 3, ordinary: 1 }
/** A feature of a single example is not informative. */
const minExamples = 2

/** Logistic regression (AdaGrad): one model for "a crisis", and one for each kind of crisis. Deterministic. */
function fit(given: readonly Example[]): CrisisWeights {
  const counts = new Map<string, number>()
  for (const { features } of given) for (const each of features) counts.set(each, (counts.get(each) ?? 0) + 1)
  const learned = given.map(({ features, ...rest }) => ({
    ...rest,
    root: Math.sqrt(features.length),
    weight: exampleWeights[rest.kind !== null ? 'crisis' : ordinary.includes(rest.set) ? 'ordinary' : 'alike'],
    features: features.filter((each) => (counts.get(each) ?? 0) >= minExamples),
  }))
  const weights = new Map<string, number[]>([[bias, [0, ...crisisKinds.map(() => 0)]]])
  for (const [feature, count] of counts)
    if (count >= minExamples) weights.set(feature, [0, ...crisisKinds.map(() => 0)])
  const gradients = new Map([...weights.keys()].map((feature) => [feature, [0, ...crisisKinds].map(() => 1e-6)]))
  const biases = weights.get(bias) ?? []
  const random = seeded()
  for (let pass = 0; pass < passes; pass++) {
    shuffle(learned, random)
    for (const { features, root: scale, kind, weight } of learned)
      for (const i of kind === null ? [0] : biases.keys()) {
        const isIt = i === 0 ? kind !== null : kind === crisisKinds[i - 1]
        const sum = features.reduce((total, feature) => total + (weights.get(feature)?.[i] ?? 0), 0)
        const chance = 1 / (1 + Math.exp(-(biases[i] ?? 0) - sum / scale))
        const error = (chance - (isIt ? 1 : 0)) * (i === 0 ? weight : 1)
        biases[i] = (biases[i] ?? 0) - 0.02 * error
        for (const feature of features) {
          const own = weights.get(feature)
          const squares = gradients.get(feature)
          if (own === undefined || squares === undefined) continue
          const step = error / scale + shrinking * (own[i] ?? 0)
          squares[i] = (squares[i] ?? 0) + step * step
          own[i] = (own[i] ?? 0) - (rate * step) / Math.sqrt(squares[i])
        }
      }
  }
  return weights
}

function seeded() {
  let seed = 7
  return () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

function shuffle(list: unknown[], random: () => number) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[list[i], list[j]] = [list[j], list[i]]
  }
}

for (const held of [...sets, ...ordinary]) {
  const model = crisisModel(fit(examples.filter(({ set }) => set !== held)), concepts)
  const judged = examples
    .filter(({ set }) => set === held)
    .map((each) => ({ ...each, found: crisisIn(each.text, model) }))
  const crises = judged.filter(({ kind }) => kind !== null)
  const alike = judged.filter(({ kind }) => kind === null)
  const share = (of: typeof judged, is: (each: (typeof judged)[number]) => boolean) =>
    `${of.filter(is).length} of ${of.length}`
  const perKind = crisisKinds.map((kind) => {
    const own = crises.filter((each) => each.kind === kind)
    return `${kind} ${share(own, ({ found }) => found !== null)}`
  })
  process.stdout.write(
    `${held}, learned from the others: recognized ${share(crises, ({ found }) => found !== null)} (${perKind.join(', ')}), ` +
      `as their kind ${share(crises, ({ found, kind }) => found?.kind === kind)}; false alarms ${share(alike, ({ found }) => found !== null)}\n`,
  )
}

const weights = fit(examples)
const model = crisisModel(weights, concepts)
const missed = examples.filter(({ text, kind }) => (crisisIn(text, model) === null) === (kind !== null))
for (const { text, kind } of missed)
  process.stdout.write(`${kind === null ? 'False alarm' : `Missed, ${kind}`}: ${text}\n`)
const lines = [...weights]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([feature, numbers]) => `${feature}\t${numbers.map((each) => Math.round(each * 100) / 100).join(' ')}\n`)
writeFileSync(join(root, 'content/assistant-crisis-weights.txt'), lines.join(''))
process.stdout.write(`Done: ${weights.size} weights from ${examples.length} examples.\n`)
