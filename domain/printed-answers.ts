// Validates the fields of a filled-in PDF form by the same rules as in the portal.
import { z } from 'zod'
import { fieldsOf, type HrForm, type HrFormField, isPortalForm, shownFields } from './hr-form.ts'
import { accepted, type FormData, portalForms } from './hr-form-submission.ts'
import { DomainError, type Issue } from './errors.ts'
import { CalendarDate, optionalName, optionalText, requiredName, requiredText, withLineLimit } from './text.ts'

type Sections = Pick<HrForm, 'sections'>

/**
 * The answers on a PDF, by the same rules as in the portal, without those to fields whose condition isn't met.
 * @param written the text of its fields
 * @throws DomainError with an issue for each invalid field
 */
export function printedAnswers(form: Sections, formType: string, written: Record<string, string>): FormData {
  const fields = shownFields(fieldsOf(form), written)
  const issues: Issue[] = []
  const given: Record<string, string | boolean> = {}
  for (const field of fields) {
    const text = written[field.name] ?? ''
    if (field.kind === 'check') given[field.name] = text === 'yes'
    else if (field.kind === 'date' && text.trim() !== '') {
      const day = writtenDate(text)
      if (day === null) issues.push({ path: field.name, message: 'Enter the date as MM/DD/YYYY.' })
      given[field.name] = day ?? '2000-01-01'
    } else if (field.kind === 'choice' && text === '') {
      // A PDF has no preselected values, so defaults do not apply.
      if (!field.optional) issues.push({ path: field.name, message: missing(field) })
    } else if (text !== '') given[field.name] = text
  }
  const schema: z.ZodType = isPortalForm(formType) ? portalForms[formType] : answersTo(fields)
  return accepted(
    schema,
    given,
    issues,
    fields.map(({ name }) => name),
  ) as FormData
}

/**
 * The answers that were typed in the portal to a form of the firm, by the rules of its description.
 * @throws DomainError with an issue for each invalid field, and for what isn't a field
 */
export function typedAnswers(form: Sections, formType: string, typed: Record<string, string>): FormData {
  const names = new Set(fieldsOf(form).map(({ name }) => name))
  const unknown = Object.keys(typed).filter((name) => !names.has(name))
  if (unknown.length === 0) return printedAnswers(form, formType, typed)
  const message = `Unknown field: ${unknown.map((name) => `"${name}"`).join(', ')}.`
  throw new DomainError('invalid', message, { issues: [{ path: 'formData', message }] })
}

/** The same rules for a form on the screen; an empty check box or choice is an empty text. */
export const typedAnswersTo = (form: Sections, formType: string) =>
  z.record(z.string(), z.unknown()).transform((values, context) => {
    const typed = textsOf(values)
    try {
      typedAnswers(form, formType, typed)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      for (const { path, message } of error.issues)
        context.addIssue({ code: 'custom', path: path.split('.').slice(1), message })
    }
    return typed
  })

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const),
  )

const missing = ({ label }: HrFormField) => `Fill in “${label}.”`

/** A schema for a form that exists only as a PDF, from its questions. */
function answersTo(fields: HrFormField[]): z.ZodType {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field.name, answerTo(field)])))
}

function answerTo(field: HrFormField): z.ZodType {
  const sentence = missing(field)
  if (field.kind === 'check') return z.boolean()
  if (field.kind === 'date') return field.optional ? CalendarDate.optional() : z.iso.date(sentence)
  if (field.kind === 'choice') {
    const choice = z.enum((field.choices ?? []).map(({ value }) => value) as [string, ...string[]], sentence)
    return field.optional ? choice.optional() : choice
  }
  if (field.kind === 'text') return withLineLimit(field.optional ? optionalText : requiredText(sentence))
  // A line, or the name of the person who signs.
  return field.optional ? optionalName : requiredName(sentence)
}

/** MM/DD/YYYY, or YYYY-MM-DD; null for anything else, and for a date that does not exist. */
function writtenDate(text: string): string | null {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim())
  const day =
    american === null ? text.trim() : `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
  return z.iso.date().safeParse(day).success ? day : null
}
