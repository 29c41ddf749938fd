// The fields that the text of a template may contain, and how a text is filled in. What they are filled in with is in template-values.ts.
import { z } from 'zod'

export const templateKinds = ['contract', 'proposal'] as const
export const TemplateKind = z.enum(templateKinds, 'Choose contract or proposal.')
export type TemplateKind = z.infer<typeof TemplateKind>

/** Each field with what it is filled in with, in the order in which they are listed. */
export const templateFields: Record<TemplateKind, Record<string, string>> = {
  contract: {
    client: 'The company name, or the client’s name if there is none',
    'client name': 'The client’s name',
    'client email': 'The client’s email address',
    'client address': 'The client’s address',
    'contract number': 'The contract number',
    'contract date': 'The date the contract is created',
    'start date': 'The start date',
    'end date': 'The end date',
    services: 'The names of the services',
    'total value': 'The total value',
  },
  proposal: {
    client: 'The name of the client folder',
    'client name': 'The client’s name',
    title: 'The proposal title',
    'valid until': 'The last day the proposal can be approved',
    services: 'The names of the services',
    total: 'The total',
  },
}

/** A field in a text, as `{{client}}`. */
export const fieldPattern = /\{\{([^{}]{0,60})\}\}/g

/** A field's name as it is listed: `{{ Client  Name }}` is the same field as `{{client name}}`. */
export const fieldNameOf = (written: string): string => written.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * The text with the value of each field. A field without a value is written as its name in brackets. Line breaks in
 * values are removed.
 */
export const fillFields = (text: string, values: FieldValues): string =>
  text.replaceAll(fieldPattern, (_written, name: string) => inOneLine(values[fieldNameOf(name)]) || `[${name.trim()}]`)

const inOneLine = (value: string | null | undefined) => (value ?? '').replaceAll(/\s+/g, ' ').trim()

/** What is wrong with the fields in a text: the first unknown one by its name, or braces that enclose no field. */
export function fieldProblem(fields: Record<string, string>, text: string): string | null {
  for (const [written, name = ''] of text.matchAll(fieldPattern))
    if (!Object.hasOwn(fields, fieldNameOf(name)))
      return `Unknown field ${written}. Choose one from the list of fields.`
  return /\{\{|\}\}/.test(text.replaceAll(fieldPattern, ''))
    ? `Write a field with two braces on each side, such as {{${Object.keys(fields)[0]}}}.`
    : null
}

/** Values by field. Null if the contract or proposal has none. */
export type FieldValues = Record<string, string | null>
