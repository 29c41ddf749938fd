// What the fields of a form of the firm must be together: their number, their names, and their conditions. No field may
// ask for a Social Security number.
import type { z } from 'zod'
import type { HrFormField } from './hr-form.ts'

type Field = Pick<HrFormField, 'name' | 'label' | 'kind'> & {
  help?: string | undefined
  choices?: { value: string; label: string }[] | undefined
  showWhen?: { field: string; is: string } | undefined
}
type Place = readonly [section: number, field: number]

/** Adds an issue at each field that isn't allowed. */
export const checkFields =
  (maxFields: number) =>
  (sections: readonly { fields: Field[] }[], context: z.RefinementCtx): void => {
    const report = (message: string, path: (string | number)[] = []) =>
      context.addIssue({ code: 'custom', path, message })
    const all = sections.flatMap(({ fields }, section) =>
      fields.map((field, at) => ({ field, place: [section, at] as const })),
    )
    if (all.length === 0) report('Add at least one field.')
    if (all.length > maxFields) return report(`Use at most ${maxFields} fields.`)
    const earlier = new Map<string, Field>()
    for (const { field, place } of all) {
      for (const [part, message] of problemsOf(field, earlier)) report(message, [...pathOf(place), ...part.split('.')])
      earlier.set(field.name, field)
    }
  }

const pathOf = ([section, field]: Place) => [section, 'fields', field]

/** Answers are read by name, so that no name may be one that every object has. */
const isReserved = (name: string) => name in {}

function* problemsOf(field: Field, earlier: ReadonlyMap<string, Field>): Generator<[part: string, message: string]> {
  const { name, kind, choices, showWhen } = field
  if (earlier.has(name)) yield ['name', 'Two fields have the same name.']
  if (isReserved(name)) yield ['name', 'Choose another name for this field.']
  if ((kind === 'choice') !== (choices !== undefined))
    yield ['choices', kind === 'choice' ? 'Enter at least two choices.' : 'Only a choice field can have choices.']
  if (choices !== undefined && hasEqualChoices(choices)) yield ['choices', 'Two choices are the same.']
  if (asksForSsn(field))
    yield ['label', 'A form can’t ask for a Social Security number. Remove it; anyone who sees the form would see it.']
  if (showWhen !== undefined) {
    const problem = conditionProblem(earlier.get(showWhen.field), showWhen.is)
    if (problem !== null) yield problem
  }
}

const hasEqualChoices = (choices: readonly { value: string; label: string }[]) =>
  new Set(choices.map(({ value }) => value)).size < choices.length ||
  new Set(choices.map(({ label }) => label.trim().toLowerCase())).size < choices.length

function conditionProblem(asked: Field | undefined, is: string): [part: string, message: string] | null {
  if (asked === undefined || (asked.kind !== 'choice' && asked.kind !== 'check'))
    return ['showWhen.field', 'Choose an earlier choice or check box of this form.']
  const values = asked.kind === 'check' ? ['yes', 'no'] : (asked.choices ?? []).map(({ value }) => value)
  return values.includes(is) ? null : ['showWhen.is', 'Choose one of the values of that field.']
}

const ssn = /social[\s-]*security[\s-]*(number|no\b|#)|\bssns?\b|\bs\.s\.n/i

/** A help text may say that the number must not be entered. */
const saysNot = /\b(no|not|never|don[’']t|without)\b/i

const asksForSsn = ({ name, label, help = '', choices = [] }: Field) =>
  [name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'), label, ...choices.map((choice) => choice.label)].some((text) =>
    ssn.test(text),
  ) ||
  (ssn.test(help) && !saysNot.test(help))
