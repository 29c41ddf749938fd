// Fits the weights of the assistant's ranking and of its confidence (server/hr-assistant/search/weights.ts) and of the words that speak for
// or against a question (content/assistant-word-weights.txt).
// Usage: node bench/assistant-fit.ts [more questions.json …]. Questions marked "kept-aside" or "held" are not looked at.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from '../server/hr-assistant/search/words.ts'
import { belonging, signsOf } from '../server/hr-assistant/search/belonging.ts'
import { chanceOf, confidenceFeatures, confidenceNames, isBarred } from '../server/hr-assistant/search/confidence.ts'
import { understand } from '../server/hr-assistant/search/question.ts'
import { featureNames, search } from '../server/hr-assistant/search/ranking.ts'
import { scopeOf } from '../server/hr-assistant/search/scope.ts'
import { sentenceNames, sentencesFor } from '../server/hr-assistant/search/sentences.ts'
import { fitWords, type Example } from './assistant-words.ts'
import { bundledIndex, questionsIn, unfamiliarIndex, type TestQuestion } from './assistant-questions.ts'

const ours = ['assistant-questions.json', 'assistant-unseen.json', 'assistant-fresh.json'].map((file) =>
  join(import.meta.dirname, file),
)
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
const folds = 10
/** A line of the vocabulary is a scrap of a question. */
const lineWeight = 0.3
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

const understood = questions.map((question, i) => {
  const scope = scopeOf(question.question)
  const read = understand(scope.rest, index)
  return {
    question,
    scope,
    read,
    fold: i % folds,
    signs: signsOf(read),
    belongs: question.kind !== 'out_of_scope',
    weight: 1,
  }
})

const { asked, outside } = index.vocabulary
const linesIn = (all: Map<string, string[]>, belongs: boolean): Example[] =>
  [...all.values()].flat().map((line) => ({ signs: signsOf(understand(line, index)), belongs, weight: lineWeight }))
const lines = [...linesIn(asked, true), ...linesIn(outside, false)]

/** A question's own words must not speak for it while the confidence is fitted: they are weighed by the other nine tenths. */
const words = Array.from({ length: folds }, (_, fold) =>
  fitWords([...understood.filter((each) => each.fold !== fold), ...lines]),
)

/** Of the questions that people ask, some are like a line of the vocabulary and some are not: both count. */
const cases = [index, await bundledIndex()].flatMap((asked) =>
  understood.flatMap(({ question: { kind, expected_topics }, scope, signs, fold }) => {
    const read = understand(scope.rest, asked)
    const signals = search(read, asked, ranking)
    const belongs = kind !== 'out_of_scope'
    const right = belongs && expected_topics.includes(signals.found[0]?.passage.policy.slug ?? '')
    const fits = belonging(signs, words[fold] as Map<string, number>)
    return isBarred(scope)
      ? []
      : [{ features: confidenceFeatures(read, signals, asked, fits), right, belongs }]
  }),
)

/** Of what the library answers each sentence that might be chosen, and whether it holds a fact asked for. */
const sentences = understood
  .filter(({ belongs }) => belongs)
  .flatMap(({ question: { expected_topics, key_facts }, read }) =>
    sentencesFor(read, search(read, index, ranking).found, index).map(({ features, text, passage }) => ({
      features,
      holds:
        expected_topics.includes(passage.policy.slug) && key_facts.some((fact) => new RegExp(fact, 'i').test(text)),
    })),
  )

/** Newton's steps on the likelihood, with a pull towards nothing. */
function fitChance(names: readonly string[], all: { features: number[]; holds: boolean }[]): number[] {
  const weights = names.map(() => 0)
  for (let round = 0; round < 30; round++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : pullOfConfidence * weight))
    const bend = weights.map((_, i) => weights.map((__, j) => (i === j ? pullOfConfidence : 0)))
    for (const { features, holds } of all) {
      const chance = chanceOf(features, weights)
      features.forEach((value, i) => {
        slope[i] = (slope[i] as number) + (chance - (holds ? 1 : 0)) * value
        features.forEach(
          (other, j) =>
            ((bend[i] as number[])[j] = ((bend[i] as number[])[j] as number) + chance * (1 - chance) * value * other),
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

const confidence = fitChance(
  confidenceNames,
  cases.map(({ features, right }) => ({ features, holds: right })),
)
const answerable = fitChance(
  confidenceNames,
  cases.map(({ features, belongs }) => ({ features, holds: belongs })),
)
const written = (names: readonly string[], weights: number[]) =>
  names.map((name, i) => `  ${(weights[i] as number).toFixed(3)}, // ${name}`).join('\n')
writeFileSync(
  join(import.meta.dirname, '../server/hr-assistant/search/weights.ts'),
  `// Written by bench/assistant-fit.ts: fitted on ${questions.length} questions, in the order of the names.
export const rankingWeights: readonly number[] = [
${written(featureNames, ranking)}
]
/** That the first policy is the right one. */
export const confidenceWeights: readonly number[] = [
${written(confidenceNames, confidence)}
]
/** That the library answers the question at all. */
export const answerableWeights: readonly number[] = [
${written(confidenceNames, answerable)}
]
/** That a sentence holds a fact that is asked for. */
export const sentenceWeights: readonly number[] = [
${written(sentenceNames, fitChance(sentenceNames, sentences))}
]
`,
)
writeFileSync(
  join(import.meta.dirname, '../content/assistant-word-weights.txt'),
  [...fitWords([...understood, ...lines])].map(([word, weight]) => `${word} ${Math.round(100 * weight)}\n`).join(''),
)
process.stdout.write(
  `Fitted on ${questions.length} questions of ${questions.reduce((n, q) => n + wordsOf(q.question).length, 0)} words.\n`,
)
