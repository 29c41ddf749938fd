// How good the assistant is: the right policy first, the facts in the answer, what is declined, how far its confidence can be
// believed, and how long it takes. Usage: node bench/assistant.ts [further questions.json …] [--misses] [--held]
// Of the questions that are held back only the figures are ever printed, and only when asked for: what has been looked at is no
// longer unseen. Those written blind are asked a second time without the lines of the vocabulary that are like one of them.
import { basename, join } from 'node:path'
import { answerFrom, type Found as Answered } from '../server/hr-assistant/search/ask.ts'
import { indexLibrary, type LibraryIndex } from '../server/hr-assistant/search/library-index.ts'
import { wordCount } from '../server/hr-assistant/search/passages.ts'
import { bundledVocabulary } from '../server/hr-assistant/search/vocabulary.ts'
import {
  bundledIndex,
  libraryPolicies,
  questionsIn,
  type TestQuestion,
  unfamiliarIndex,
} from './assistant-questions.ts'
import { manyPolicies } from './assistant-library.ts'

const index = await bundledIndex()
const ours = questionsIn(join(import.meta.dirname, 'assistant-questions.json'))
const blind = questionsIn(join(import.meta.dirname, 'assistant-unseen.json'))
const fit = blind.filter(({ set }) => set === 'fit')
const held = blind.filter(({ set }) => set === 'held')
const leftOut = ', lines like them left out'
const sets: [string, TestQuestion[]][] = [
  ...process.argv
    .slice(2)
    .filter((argument) => argument.endsWith('.json'))
    .map((file): [string, TestQuestion[]] => [basename(file), questionsIn(file)]),
  ['our own, fitted on', ours.filter(({ set }) => set === 'training')],
  ['our own, kept aside', ours.filter(({ set }) => set === 'kept-aside')],
  ['written blind, worked on', fit],
  [`written blind, worked on${leftOut}`, fit],
]
if (process.argv.includes('--held'))
  sets.push(['written blind, held back', held], [`written blind, held back${leftOut}`, held])
const talkative = process.argv.includes('--misses')

const percent = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`
const print = (line: string) => void process.stdout.write(`${line}\n`)

for (const [name, questions] of sets) {
  const asked = name.endsWith(leftOut) ? await unfamiliarIndex(questions) : index
  const cases = questions.map((question) => ({ question, answer: answerFrom(question.question, asked) }))
  const inScope = cases.filter(({ question }) => question.kind !== 'out_of_scope')
  const outside = cases.filter(({ question }) => question.kind === 'out_of_scope')
  const rankOf = ({ question, answer }: (typeof cases)[number]) =>
    answer.slugs.findIndex((slug) => question.expected_topics.includes(slug))
  const holds = (text: string, { key_facts }: TestQuestion) =>
    key_facts.every((fact) => new RegExp(fact, 'i').test(text))
  const facts = (whole: boolean) =>
    inScope.filter(({ question, answer }) => holds(whole ? wholeOf(answer) : answer.response, question))
  const declined = (of: typeof cases) => of.filter(({ answer }) => answer.declined).length
  const lengths = inScope.filter(({ answer }) => !answer.declined).map(({ answer }) => wordCount(wholeOf(answer)))
  const points = inScope
    .filter(({ question }) => question.kind === 'direct')
    .map(({ answer }) => wordCount(answer.response))
  print(`${name}: ${questions.length} questions`)
  print(`  right policy first       ${percent(inScope.filter((each) => rankOf(each) === 0).length, inScope.length)}`)
  print(
    `  among the first three    ${percent(inScope.filter((each) => [0, 1, 2].includes(rankOf(each))).length, inScope.length)}`,
  )
  print(`  key facts in the point   ${percent(facts(false).length, inScope.length)}`)
  print(`  … or in the passages     ${percent(facts(true).length, inScope.length)}`)
  print(`  out of scope, declined   ${percent(declined(outside), outside.length)}`)
  print(`  answerable, declined     ${percent(declined(inScope), inScope.length)}`)
  print(
    `  calibration error        ${calibrationError(cases.map((each) => [each.answer.confidence, rankOf(each) === 0])).toFixed(3)}`,
  )
  print(
    `  … of answers given       ${calibrationError(cases.filter(({ answer }) => !answer.declined).map((each) => [each.answer.confidence, rankOf(each) === 0])).toFixed(3)}`,
  )
  print(
    `  longest answer           ${Math.max(...lengths)} words with its passages; to a direct question ${Math.max(...points)}`,
  )
  if (!talkative || questions === held || name.endsWith(leftOut)) continue
  for (const each of cases) {
    const { question, answer } = each
    const isOut = question.kind === 'out_of_scope'
    if (isOut ? !answer.declined : answer.declined)
      print(`  ! ${isOut ? 'answered' : 'declined'} ${answer.confidence}: ${question.question}`)
    else if (!isOut && rankOf(each) !== 0) print(`  ! first ${answer.slugs[0]}: ${question.question}`)
    else if (!isOut && !holds(answer.response, question))
      print(
        `  ! facts ${question.key_facts.join(' & ')}: ${question.question}\n      ${answer.response.replaceAll('\n', ' ')}`,
      )
  }
}

print(`15 policies: ${timed(index)}`)
const many = await indexLibrary(manyPolicies(libraryPolicies(), 2000), bundledVocabulary())
print(`2,000 documents, ${many.passages.length} passages: ${timed(many)}`)

function wholeOf({ response, passages }: Answered) {
  return [response, ...passages.map(({ quote }) => quote)].join('\n')
}

/** The mean distance of what was promised from what came true, over ten steps of confidence. */
function calibrationError(cases: [number, boolean][]): number {
  const steps = Array.from({ length: 10 }, () => ({ count: 0, promised: 0, true: 0 }))
  for (const [confidence, right] of cases) {
    const step = steps[Math.min(9, Math.floor(confidence / 10))] as (typeof steps)[number]
    step.count++
    step.promised += confidence / 100
    step.true += right ? 1 : 0
  }
  return steps.reduce((sum, step) => sum + Math.abs(step.promised - step.true), 0) / Math.max(1, cases.length)
}

function timed(of: LibraryIndex): string {
  const all = sets.flatMap(([, questions]) => questions)
  for (const { question } of all.slice(0, 50)) answerFrom(question, of)
  const times = all.map(({ question }) => {
    const began = performance.now()
    answerFrom(question, of)
    return performance.now() - began
  })
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, over ${times.length} questions`
}
