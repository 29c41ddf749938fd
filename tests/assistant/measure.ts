// Measures the assistant on labeled questions: the right policy first, declines, calibration.
// Usage: node tests/assistant/measure.ts [FILE] [--wrong]     FILE: JSON or JSON lines like questions.jsonl (the default), or
//        node tests/assistant/measure.ts --voice NAME [...]   the questions of authors of content/assistant, each found by the others' alone
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { asksForRules, otherJurisdiction } from '../../server/hr-assistant/jurisdiction.ts'
import { contentFolder, readUnits } from '../../server/hr-assistant/search/answer-units.ts'
import { answerFrom, type Engine, type SearchResult } from '../../server/hr-assistant/search/ask.ts'
import { loadEmbedder, StoredVectors } from '../../server/hr-assistant/search/embedder.ts'
import { languageOf } from '../../server/hr-assistant/search/language.ts'
import { fitQuestionModel } from '../../server/hr-assistant/search/fit-question-model.ts'
import { indexQuestions, labeledQuestions } from '../../server/hr-assistant/search/question-index.ts'
import { bundledEngine, bundledIndex } from './questions.ts'

interface Measured {
  question: string
  found: SearchResult
  isOutside: boolean
  /**
   * Whether the first policy, or the first answer, is correct; among three; and the share of facts, if the set names
   * them.
   */
  isRight: boolean
  isAmongThree: boolean
  facts: number | null
}

const Labeled = z.object({
  question: z.string(),
  expected_topics: z.array(z.string()),
  key_facts: z.array(z.string()).default([]),
  /** The question before, if this one is a follow-up. */
  first: z.string().nullable().default(null),
  kind: z.string(),
  set: z.string().default('all'),
})

const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)}% (${count} of ${of})`

/**
 * Expected calibration error of the answered questions: the mean difference between confidence and accuracy over ten
 * bins.
 */
function calibrationError(of: readonly Measured[], rightness: (each: Measured) => number): number {
  const answered = of.filter(({ found }) => found.kind === 'answer')
  const bins = Array.from({ length: 10 }, (_, i) =>
    answered.filter(({ found }) => Math.min(9, Math.floor(found.confidence / 10)) === i),
  )
  return bins.reduce((sum, bin) => {
    const difference = bin.reduce((total, each) => total + each.found.confidence / 100 - rightness(each), 0)
    return sum + Math.abs(difference) / Math.max(1, answered.length)
  }, 0)
}

function report(name: string, of: readonly Measured[]): void {
  const inside = of.filter(({ isOutside }) => !isOutside)
  const outside = of.filter(({ isOutside }) => isOutside)
  const isDeclined = ({ found }: Measured) => found.kind !== 'answer'
  const declinedInside = inside.filter(isDeclined).length
  const declinedOutside = outside.filter(isDeclined).length
  const clarified = inside.filter(({ found }) => found.kind === 'clarify').length
  const precision = declinedOutside / Math.max(1, declinedOutside + declinedInside - clarified)
  const recall = declinedOutside / Math.max(1, outside.length)
  const facts = inside.filter((each) => each.facts !== null)
  const lines = [
    `right first ${share(inside.filter(({ isRight }) => isRight).length, inside.length)}`,
    `among three ${share(inside.filter(({ isAmongThree }) => isAmongThree).length, inside.length)}`,
    `declined wrongly ${share(declinedInside - clarified, inside.length)}, asked back ${share(clarified, inside.length)}`,
    `declined rightly ${share(declinedOutside, outside.length)}, F1 ${((2 * precision * recall) / Math.max(1e-9, precision + recall)).toFixed(3)}`,
    `calibration error ${calibrationError(of, (each) => (!each.isOutside && each.isRight ? 1 : 0)).toFixed(3)}`,
    ...(facts.length === 0
      ? []
      : [
          `facts ${share(
            Math.round(facts.reduce((sum, each) => sum + (each.facts ?? 0), 0)),
            facts.length,
          )}, calibration error on facts ${calibrationError(of, (each) => (each.isOutside ? 0 : (each.facts ?? 0))).toFixed(3)}`,
        ]),
  ]
  process.stdout.write(`${name}: ${of.length} questions\n  ${lines.join('\n  ')}\n`)
}

/** As the portal asks: in the language of the question, which a place outside Virginia declines. */
async function answerTo(question: string, first: string | null, engine: Engine): Promise<SearchResult> {
  const before = first === null ? null : await answerTo(first, null, engine)
  const found = await answerFrom(question, engine, {
    isSpanish: languageOf(question, engine.library.lexicon) === 'es',
    context: first === null ? null : { query: first, answers: before?.answers.map(({ id }) => id) ?? [] },
  })
  return otherJurisdiction(question) !== null && asksForRules(question) ? { ...found, kind: 'not-found' } : found
}

async function measureFile(file: string, engine: Engine): Promise<Map<string, Measured[]>> {
  const text = readFileSync(file, 'utf8')
  const rows = z.array(Labeled).parse(
    text.trimStart().startsWith('[')
      ? JSON.parse(text)
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
  )
  const sets = new Map<string, Measured[]>()
  for (const { question, first, expected_topics: topics, key_facts: facts, kind, set } of rows) {
    const found = await answerTo(question, first, engine)
    const isOutside = kind === 'out_of_scope'
    const said = `${found.response}\n${found.passages.map(({ quote }) => quote).join('\n')}`
    const held = facts.filter((fact) => new RegExp(fact, 'i').test(said)).length
    sets.set(set, [
      ...(sets.get(set) ?? []),
      {
        question,
        found,
        isOutside,
        isRight: topics.includes(found.slugs[0] ?? ''),
        isAmongThree: found.slugs.some((slug) => topics.includes(slug)),
        facts: facts.length === 0 || isOutside ? null : found.kind === 'answer' ? held / facts.length : 0,
      },
    ])
  }
  return sets
}

async function measureVoice(voice: string): Promise<Measured[]> {
  const folder = join(contentFolder, 'assistant')
  const [all, others] = [readUnits(folder), readUnits(folder, [voice])]
  const stored = StoredVectors.read()
  const embedder = await loadEmbedder()
  const library = await bundledIndex()
  const model = fitQuestionModel(labeledQuestions(others, library))
  const engine: Engine = {
    library,
    embedder,
    questions: await indexQuestions(others, library, stored, embedder, model),
  }
  const known = new Set([
    ...others.units.flatMap(({ questions }) => questions),
    ...Object.values(others.outside).flat(),
  ])
  const measured: Measured[] = []
  for (const unit of all.units) {
    const places = unit.answer.map(({ at }) => at)
    const sameAs = (id: string) =>
      all.units.find((other) => other.id === id)?.answer.some(({ at }) => places.includes(at)) ?? false
    for (const question of unit.questions.filter((text) => !known.has(text))) {
      const found = await answerFrom(question, engine)
      measured.push({
        question,
        found,
        isOutside: false,
        isRight: sameAs(found.answers[0]?.id ?? ''),
        isAmongThree: found.slugs.includes(unit.guide),
        facts: null,
      })
    }
  }
  for (const question of Object.values(all.outside).flat())
    if (!known.has(question)) {
      const found = await answerFrom(question, engine)
      measured.push({ question, found, isOutside: true, isRight: false, isAmongThree: false, facts: null })
    }
  return measured
}

const args = process.argv.slice(2)
const isVerbose = args.includes('--wrong')
const names = args.filter((arg) => !arg.startsWith('--'))
const sets = args.includes('--voice')
  ? new Map(await Promise.all(names.map(async (name) => [name, await measureVoice(name)] as const)))
  : await measureFile(names[0] ?? join(import.meta.dirname, 'questions.jsonl'), await bundledEngine())
for (const [name, of] of sets) {
  report(name, of)
  if (isVerbose)
    for (const { question, found, isOutside, isRight } of of)
      if (isOutside ? found.kind === 'answer' : !isRight || found.kind !== 'answer')
        process.stdout.write(
          `  ${isOutside ? 'outside' : found.kind} ${found.confidence}%: ${question} -> ${found.answers[0]?.id ?? found.slugs[0] ?? ''}\n`,
        )
}
