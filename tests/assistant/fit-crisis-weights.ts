// Trains the crisis classifier on the examples in content/assistant/crises, and writes
// content/assistant-crisis-weights.bin. First it prints, for each author's examples, what a model trained on the others
// recognizes. Usage: node tests/assistant/fit-crisis-weights.ts [--authors NAME,NAME]
//   --authors   leave out these authors only, not each of them; none if it is empty
import { parseArgs } from 'node:util'
import { CrisisKind } from '../../domain/hr-assistant.ts'
import { crisisIn, crisisWeightsFile } from '../../server/hr-assistant/crisis.ts'
import {
  crisisKinds,
  CrisisModel,
  featureCount,
  type Features,
  featuresOf,
  outcomes,
} from '../../server/hr-assistant/crisis-model.ts'
import { bundledUnits } from '../../server/hr-assistant/search/answer-units.ts'
import { type CrisisExample, readExamples } from './crisis-examples.ts'

interface Example extends CrisisExample {
  features: Features
}

const { values: options } = parseArgs({ options: { authors: { type: 'string' } } })

/** Harmless messages that don't share a crisis's words: some of the questions that the library indexes. */
const library = 'library'
/** Each of them counts little, and more of them take more time. */
const everyQuestion = 5
/** Many of this guide's questions are about a child in danger. */
const guideOnChildren = 'k12-mandated-reporting'

function libraryQuestions(): CrisisExample[] {
  const { units, outside } = bundledUnits()
  const ofUnits = units
    .filter(({ guide }) => guide !== guideOnChildren)
    .flatMap(({ questions, not }) => [...questions, ...not])
  return [...new Set([...ofUnits, ...Object.values(outside).flat()])]
    .filter((_, i) => i % everyQuestion === 0)
    .map((text) => ({ text, kind: null, author: library }))
}

const passes = 12
const rate = 0.5
const biasRate = 0.02
const shrinking = 6e-3
/** A look-alike is more informative than an ordinary question. */
const weightOf = ({ kind, author }: Example) => (kind !== null ? 2 : author === library ? 1 : 3)

/** Multinomial logistic regression (AdaGrad). Deterministic. */
function fit(given: readonly Example[]): CrisisModel {
  const counts = new Uint32Array(featureCount)
  for (const { features } of given) for (const number of features.numbers) counts[number] = (counts[number] ?? 0) + 1
  const learned = given.map((example) => ({
    // A feature of a single example is not informative.
    places: [...example.features.numbers.keys()].filter(
      (i) => (counts[example.features.numbers[i] as number] ?? 0) > 1,
    ),
    features: example.features,
    outcome: example.kind === null ? 0 : 1 + crisisKinds.indexOf(example.kind),
    weight: weightOf(example),
  }))
  const weights = new Float32Array(featureCount * outcomes)
  const squares = new Float32Array(featureCount * outcomes).fill(1e-6)
  const bias = Array.from({ length: outcomes }, () => 0)
  const random = seeded()
  for (let pass = 0; pass < passes; pass++) {
    shuffle(learned, random)
    for (const { places, features, outcome, weight } of learned) {
      const { numbers, values } = features
      const sums = [...bias]
      for (const place of places) {
        const row = (numbers[place] as number) * outcomes
        const value = values[place] as number
        for (let i = 0; i < outcomes; i++) sums[i] = (sums[i] as number) + value * (weights[row + i] as number)
      }
      const errors = chances(sums).map((chance, i) => weight * (chance - (i === outcome ? 1 : 0)))
      for (const [i, error] of errors.entries()) bias[i] = (bias[i] as number) - biasRate * error
      for (const place of places) {
        const row = (numbers[place] as number) * outcomes
        const value = values[place] as number
        for (let i = 0; i < outcomes; i++) {
          const at = row + i
          const step = (errors[i] as number) * value + shrinking * (weights[at] as number)
          const square = (squares[at] as number) + step * step
          squares[at] = square
          weights[at] = (weights[at] as number) - (rate * step) / Math.sqrt(square)
        }
      }
    }
  }
  return CrisisModel.of(weights, bias)
}

function chances(sums: readonly number[]): number[] {
  const largest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - largest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
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

const examples = [...readExamples(), ...libraryQuestions()].map((example): Example => ({
  ...example,
  features: featuresOf(example.text),
}))
const authors = options.authors?.split(',').filter((name) => name !== '') ?? [
  ...new Set(examples.map(({ author }) => author)),
]

const share = <T>(of: readonly T[], is: (each: T) => boolean) => `${of.filter(is).length} of ${of.length}`

for (const held of authors) {
  const model = fit(examples.filter(({ author }) => author !== held))
  const judged = examples
    .filter(({ author }) => author === held)
    .map((each) => ({ ...each, found: crisisIn(each.text, model) }))
  const crises = judged.filter(({ kind }) => kind !== null)
  const alike = judged.filter(({ kind }) => kind === null)
  const perKind = CrisisKind.options.map((kind) => {
    const own = crises.filter((each) => each.kind === kind)
    return `${kind} ${share(own, ({ found }) => found !== null)}`
  })
  process.stdout.write(
    `${held}, learned from the others: recognized ${share(crises, ({ found }) => found !== null)} (${perKind.join(', ')}), ` +
      `as their kind ${share(crises, ({ found, kind }) => found?.kind === kind)}; false alarms ${share(alike, ({ found }) => found !== null)}\n`,
  )
}

const model = fit(examples)
for (const { text, kind } of examples) {
  const found = crisisIn(text, model)
  if ((found === null) === (kind !== null))
    process.stdout.write(`${kind === null ? 'False alarm' : `Missed, ${kind}`}: ${text}\n`)
}
model.write(crisisWeightsFile)
process.stdout.write(`Done: learned from ${examples.length} examples.\n`)
