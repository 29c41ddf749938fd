// How good the assistant is: the right policy first, the facts in the answer, what is declined, how far its confidence can be
// believed, and how long it takes. Usage: node bench/assistant.ts [further questions.json …], which writes bench/results/assistant.txt;
// with --misses it writes nothing, names what went wrong, and leaves out the questions that are held back: of those only figures
// are ever printed, for what has been looked at is no longer unseen. Those written blind are asked a second time without the
// lines of the vocabulary that are like one of them.
import { writeFileSync } from 'node:fs'
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
const leftOut = ', lines like them left out'
const talkative = process.argv.includes('--misses')
const given = process.argv.slice(2).filter((argument) => argument.endsWith('.json'))
const sets: [string, TestQuestion[]][] = [
  ...given.map((file): [string, TestQuestion[]] => [basename(file), questionsIn(file)]),
  ['our own, fitted on', ours.filter(({ set }) => set === 'training')],
  ['our own, kept aside', ours.filter(({ set }) => set === 'kept-aside')],
  ...blind('written blind', 'assistant-unseen.json'),
  ...blind('written blind once more', 'assistant-fresh.json'),
]

function blind(name: string, file: string): [string, TestQuestion[]][] {
  const all = questionsIn(join(import.meta.dirname, file))
  const half = (which: string, label: string) => {
    const questions = all.filter(({ set }) => set === which)
    return ['', leftOut].map((how): [string, TestQuestion[]] => [`${name}, ${label}${how}`, questions])
  }
  return [...half('fit', 'worked on'), ...(talkative ? [] : half('held', 'held back'))]
}

const percent = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)} %)`
const lines: string[] = []
const print = (line: string) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}
const today = new Date().toISOString().slice(0, 10)
print(`node bench/assistant.ts${given.length > 0 ? ' <the given questions>' : ''}, Node ${process.version}, ${today}`)
print('Nothing was fitted on the given questions, on those kept aside and on those held back. See docs/decisions/0121.')
print('')

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
  if (!talkative || name.endsWith(leftOut)) continue
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
if (!talkative) writeFileSync(join(import.meta.dirname, 'results/assistant.txt'), `${lines.join('\n')}\n`)

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
  const spent = all.map(({ question }) => {
    const began = performance.now()
    const used = process.cpuUsage()
    answerFrom(question, of)
    const { user, system } = process.cpuUsage(used)
    return { elapsed: performance.now() - began, busy: (user + system) / 1000 }
  })
  const at = (which: 'elapsed' | 'busy', share: number) =>
    (spent.map((each) => each[which]).toSorted((a, b) => a - b)[Math.floor(share * spent.length)] ?? 0).toFixed(1)
  return `p50 ${at('elapsed', 0.5)} ms, p99 ${at('elapsed', 0.99)} ms (of the processor ${at('busy', 0.5)} and ${at('busy', 0.99)}), over ${spent.length} questions`
}
