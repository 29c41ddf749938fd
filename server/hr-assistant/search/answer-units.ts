// Hand-written answer units: which sentences answer which question, and how people phrase it
// (content/assistant/README.md).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { HeadCount, Sector } from '../../../domain/audience.ts'
import { parseYaml } from '../../kit/yaml.ts'

const Questions = z.array(z.string().trim().min(1))

const Place = z.string().regex(/^[a-z0-9-]+#[a-z0-9-]+$/, 'A place is written as guide#heading.')

export const AnswerUnit = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** Slug of the guide that contains the answer. */
  guide: z.string(),
  /** The place of each sentence, in printed order. */
  answer: z.array(z.strictObject({ at: Place, say: z.array(z.string().min(1)).min(1) })).min(1),
  questions: Questions,
  /** Near misses: similar questions that this unit does not answer. */
  not: Questions.default([]),
  from: HeadCount.optional(),
  sectors: z.array(Sector).optional(),
  bySize: z.boolean().default(false),
  /** For a law that starts later for smaller employers: from how many employees it applies from which day, largest first. */
  starts: z.array(z.strictObject({ from: HeadCount, on: z.iso.date() })).optional(),
  form: z.string().optional(),
  /** Our Spanish translation of the answer. */
  es: z.string().optional(),
})
export type AnswerUnit = z.infer<typeof AnswerUnit>

export const AnswerUnits = z.strictObject({
  units: z.array(AnswerUnit),
  /** Questions that the library can't answer, by kind. */
  outside: z.record(z.string(), Questions),
})
export type AnswerUnits = z.infer<typeof AnswerUnits>

const UnitsFile = z.strictObject({
  guide: z.string(),
  units: z.array(AnswerUnit.omit({ guide: true })),
})
const OutsideFile = z.strictObject({ kinds: z.record(z.string(), Questions) })
const OutsideQuestions = z.record(z.string(), Questions)
const QuestionsFile = z.record(
  z.string(),
  z.strictObject({ questions: Questions.optional(), not: Questions.optional() }),
)

const isSource = import.meta.filename.endsWith('.ts')
export const contentFolder = join(import.meta.dirname, isSource ? '../../../content' : 'content')

/** This installation's units: the source YAML, or the JSON that the build created from it. */
export const bundledUnits = (): AnswerUnits =>
  isSource
    ? readUnits(join(contentFolder, 'assistant'))
    : AnswerUnits.parse(JSON.parse(readFileSync(join(contentFolder, 'assistant-units.json'), 'utf8')))

/**
 * @param without authors whose files are left out, to measure their questions against the files of the others
 * @throws an error that names the file and what is wrong with it
 */
export function readUnits(folder: string, without: readonly string[] = []): AnswerUnits {
  const units = new Map<string, AnswerUnit>()
  for (const name of yamlFiles(folder)) {
    if (name === 'out-of-scope') continue
    const { guide, units: own } = read(folder, name, UnitsFile)
    for (const unit of own) {
      if (units.has(unit.id)) throw new Error(`content/assistant/${name}.yaml has a second unit "${unit.id}".`)
      units.set(unit.id, { ...unit, guide })
    }
  }
  const outside = new Map(Object.entries(read(folder, 'out-of-scope', OutsideFile).kinds))
  const questions = join(folder, 'questions')
  for (const name of yamlFiles(questions)) {
    if (without.includes(voiceOf(name))) continue
    if (name.startsWith('out-of-scope')) {
      for (const [kind, more] of Object.entries(read(questions, name, OutsideQuestions)))
        outside.set(kind, [...(outside.get(kind) ?? []), ...more])
      continue
    }
    for (const [id, { questions: more = [], not = [] }] of Object.entries(read(questions, name, QuestionsFile))) {
      const unit = units.get(id)
      if (unit === undefined)
        throw new Error(`content/assistant/questions/${name}.yaml names a unit that does not exist: "${id}".`)
      units.set(id, { ...unit, questions: [...unit.questions, ...more], not: [...unit.not, ...not] })
    }
  }
  return { units: [...units.values()], outside: Object.fromEntries(outside) }
}

/** "wage-hour.owner" has the author "owner". */
export const voiceOf = (name: string): string => name.split('.')[1] ?? ''

export const yamlFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => name.slice(0, -'.yaml'.length))
        .toSorted()
    : []

function read<T extends z.ZodType>(folder: string, name: string, schema: T): z.infer<T> {
  const found = schema.safeParse(
    parseYaml(readFileSync(join(folder, `${name}.yaml`), 'utf8'), { schema: 'core' }) ?? {},
  )
  if (!found.success) throw new Error(`${name}.yaml: ${z.prettifyError(found.error)}`)
  return found.data
}
