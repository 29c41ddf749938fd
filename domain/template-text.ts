// The text of a contract or proposal, filled in from a version of a template: the introduction, then the clauses, each
// with its number and title on a line of its own (contract-clauses.ts reads them).
import type { TemplateContent } from './agreement-template.ts'
import { invalid } from './errors.ts'
import { fieldNameOf, fieldPattern, type FieldValues, fillFields } from './template-fields.ts'
import { textLimit } from './text.ts'

/** Throws 400 for anything but optional clauses of the version, each at most once. */
export function assertOptionalClauses({ clauses }: TemplateContent, chosen: readonly number[]): void {
  const areOptional = chosen.every((index) => clauses[index]?.isOptional === true)
  if (!areOptional || new Set(chosen).size !== chosen.length)
    throw invalid('template', 'Choose from the optional clauses of this template.')
}

/** Throws 400 at the field that must be entered because a chosen text contains it. */
export function assertFieldsKnown(
  content: TemplateContent,
  chosen: readonly number[],
  values: FieldValues,
  paths: Record<string, string>,
): void {
  const missing = fieldsIn(content, chosen).find((field) => (values[field] ?? '') === '')
  if (missing !== undefined)
    throw invalid(
      paths[missing] ?? 'template',
      `The template contains {{${missing}}}. Enter a value for it, or choose another template.`,
    )
}

/** The filled-in text. A field without a value is printed as its name in brackets, which is enough for a preview. */
export function fillTemplate(content: TemplateContent, chosen: readonly number[], values: FieldValues): string {
  const fill = (text: string) => fillFields(text, values)
  const clauses = clausesIn(content, chosen).map(
    ({ title, text }, index) => `${index + 1}. ${withoutFullStop(fill(title))}\n${fill(text).trim()}`,
  )
  const introduction = content.introduction === null ? [] : [fill(content.introduction).trim()]
  return [...introduction, ...clauses].join('\n\n')
}

/** Throws 400 for a text that is too long to be stored. */
export function assertTextFits(text: string): void {
  if (text.length > textLimit)
    throw invalid(
      'template',
      `The filled-in text has more than ${textLimit.toLocaleString('en-US')} characters. Choose fewer optional clauses.`,
    )
}

const clausesIn = ({ clauses }: TemplateContent, chosen: readonly number[]) =>
  clauses.filter(({ isOptional }, index) => !isOptional || chosen.includes(index))

function fieldsIn(content: TemplateContent, chosen: readonly number[]): string[] {
  const texts = clausesIn(content, chosen).flatMap(({ title, text }) => [title, text])
  const all = [content.introduction ?? '', ...texts].join('\n')
  return [...all.matchAll(fieldPattern)].map(([, name = '']) => fieldNameOf(name))
}

const withoutFullStop = (title: string) => title.trim().replace(/[.,;:]{1,3}$/, '')
