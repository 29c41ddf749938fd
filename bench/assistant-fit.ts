// Fits the weights of the assistant's ranking and of its confidence and writes them to server/hr-assistant/search/weights.ts.
// Usage: node bench/assistant-fit.ts [more questions.json …]. Questions marked "kept-aside" or "held" are not looked at.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from '../server/hr-assistant/search/words.ts'
import { confidenceFeatures, confidenceNames, isBarred } from '../server/hr-assistant/search/confidence.ts'
import { understand } from '../server/hr-assistant/search/question.ts'
import { featureNames, search } from '../server/hr-assistant/search/ranking.ts'
import { scopeOf } from '../server/hr-assistant/search/scope.ts'
import { questionsIn, unfamiliarIndex, type TestQuestion } from './assistant-questions.ts'

const ours = ['assistant-questions.json', 'assistant-unseen.json'].map((file) => join(import.meta.dirname, file))
const questions = [...ours, ...process.argv.slice(2)]
  .flatMap(questionsIn)
  .filter(({ set }) => set !== 'kept-aside' && set !== 'held')
const index = await unfamiliarIndex(questions)
const inScope = questions.filter(({ kind }) => kind !== 'out_of_scope')

const lists = inScope.map((question) => {
  const { found } = search(understand(question.question, index), index)
  const worth = found.map(({ passage }) => worthOf(question, passage.policy.slug, passage.blocks.flat().join(' ')))
  const most = Math.max(...worth)
  return {
    features: found.map(({ features }) => features),
    right: worth.map((each) => most > 0 && each >= most - 0.01),
  }
})

/** A passage of an expected policy that holds the facts is right; of several the ones that hold most of them. */
function worthOf({ expected_topics, key_facts }: TestQuestion, slug: string, text: string) {
  if (!expected_topics.includes(slug)) return 0
  return 0.1 + key_facts.filter((fact) => new RegExp(fact, 'i').test(text)).length / Math.max(1, key_facts.length)
}

const pullOfConfidence = 0.5
const outsideWeight = 0.5
const prior = [2, 1, 2, 1, 1, 3, 1, 0.5, 2, 1, 0.5, 0.5, -1, -1.5, -0.7, -0.7, -0.7, -0.3, 1, 0.3]
const ranking = fitRanking(lists, prior)

/** Descent on the softmax over each question's passages; held near the weights set by hand, for there are few questions. */
function fitRanking(all: typeof lists, start: number[]): number[] {
  const weights = [...start]
  const pull = 0.01
  for (let round = 0; round < 3000; round++) {
    const slope = weights.map((weight, i) => pull * (weight - (start[i] as number)))
    for (const { features, right } of all) {
      if (!right.includes(true)) continue
      const scores = features.map((each) => each.reduce((sum, value, i) => sum + value * (weights[i] as number), 0))
      const top = Math.max(...scores)
      const raised = scores.map((score) => Math.exp(score - top))
      const total = raised.reduce((a, b) => a + b, 0)
      const good = raised.reduce((sum, value, i) => sum + (right[i] ? value : 0), 0)
      features.forEach((each, i) => {
        const chance = (raised[i] as number) / total
        const chanceIfRight = right[i] ? (raised[i] as number) / good : 0
        each.forEach((value, j) => (slope[j] = (slope[j] as number) + ((chance - chanceIfRight) * value) / all.length))
      })
    }
    weights.forEach((weight, i) => (weights[i] = weight - 0.3 * (slope[i] as number)))
  }
  return weights
}

const cases = questions.flatMap(({ question: text, kind, expected_topics }) => {
  const scope = scopeOf(text)
  const question = understand(scope.rest, index)
  const signals = search(question, index, ranking)
  const right = kind !== 'out_of_scope' && expected_topics.includes(signals.found[0]?.passage.policy.slug ?? '')
  return isBarred(scope, signals)
    ? []
    : [
        {
          features: confidenceFeatures(question, signals, index),
          right,
          // Of real questions far fewer are out of scope than of these.
          weight: kind === 'out_of_scope' ? outsideWeight : 1,
        },
      ]
})

/** Newton's steps on the likelihood, with a pull towards nothing. */
function fitConfidence(all: typeof cases): number[] {
  const weights = confidenceNames.map(() => 0)
  for (let round = 0; round < 30; round++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : pullOfConfidence * weight))
    const bend = weights.map((_, i) => weights.map((__, j) => (i === j ? pullOfConfidence : 0)))
    for (const { features, right, weight } of all) {
      const chance = 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)))
      features.forEach((value, i) => {
        slope[i] = (slope[i] as number) + weight * (chance - (right ? 1 : 0)) * value
        features.forEach(
          (other, j) =>
            ((bend[i] as number[])[j] =
              ((bend[i] as number[])[j] as number) + weight * chance * (1 - chance) * value * other),
        )
      })
    }
    solve(bend, slope).forEach((step, i) => (weights[i] = (weights[i] as number) - step))
  }
  return weights
}

/** Gauss. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number])
  for (let i = 0; i < rows.length; i++) {
    const best = rows.findIndex(
      (row, k) =>
        k >= i && Math.abs(row[i] as number) === Math.max(...rows.slice(i).map((each) => Math.abs(each[i] as number))),
    )
    const pivot = rows[best] as number[]
    rows[best] = rows[i] as number[]
    rows[i] = pivot
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue
      const row = rows[k] as number[]
      const factor = (row[i] as number) / (pivot[i] as number)
      row.forEach((value, j) => (row[j] = value - factor * (pivot[j] as number)))
    }
  }
  return rows.map((row, i) => (row.at(-1) as number) / (row[i] as number))
}

const confidence = fitConfidence(cases)
const written = (names: readonly string[], weights: number[]) =>
  names.map((name, i) => `  ${(weights[i] as number).toFixed(3)}, // ${name}`).join('\n')
writeFileSync(
  join(import.meta.dirname, '../server/hr-assistant/search/weights.ts'),
  `// Written by bench/assistant-fit.ts: fitted on ${questions.length} questions, in the order of \`featureNames\` and \`confidenceNames\`.
export const rankingWeights: readonly number[] = [
${written(featureNames, ranking)}
]
export const confidenceWeights: readonly number[] = [
${written(confidenceNames, confidence)}
]
`,
)
process.stdout.write(
  `Fitted on ${questions.length} questions of ${questions.reduce((n, q) => n + wordsOf(q.question).length, 0)} words.\n`,
)
