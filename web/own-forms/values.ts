// A form of the firm as it is edited: lists are lines of text, and a field without a condition has an empty one.
import { z } from 'zod'
import { fieldKinds, fieldWidths, FormChoice, FormLevel, type HrFormView } from '../../domain/hr-form.ts'
import { OwnFormInput } from '../../domain/own-form.ts'
import type { PortalForm } from '../kit/form-with.ts'

const EditedField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  isRequired: z.boolean(),
  width: z.enum(fieldWidths),
  help: z.string(),
  /** The labels, one on each line. */
  choices: z.string(),
  /** The stored choices, whose values remain while their labels do. */
  known: z.array(FormChoice),
  rows: z.number(),
  showWhen: z.object({ field: z.string(), is: z.string() }),
})
export type EditedField = z.infer<typeof EditedField>

const EditedSection = z.object({
  heading: z.string(),
  paragraphs: z.string(),
  points: z.string(),
  fields: z.array(EditedField),
})
export type EditedSection = z.infer<typeof EditedSection>

const EditedForm = z.object({
  title: z.string(),
  description: z.string(),
  businessLevel: FormLevel,
  category: z.string(),
  keep: z.string(),
  sections: z.array(EditedSection),
})
export type EditedForm = z.infer<typeof EditedForm>
export type EditForm = PortalForm<EditedForm, OwnFormInput>

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** The choices of a field with their values. */
export function choicesOfField({ choices, known }: Pick<EditedField, 'choices' | 'known'>): FormChoice[] {
  const used = new Set<string>()
  return linesOf(choices).map((label) => {
    const value = known.find((choice) => choice.label === label)?.value ?? unusedValue(label, known, used)
    used.add(value)
    return { value, label }
  })
}

function unusedValue(label: string, known: readonly FormChoice[], used: ReadonlySet<string>): string {
  const base =
    label
      .toLowerCase()
      .slice(0, 80)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'choice'
  const isTaken = (value: string) => used.has(value) || known.some((choice) => choice.value === value)
  for (let count = 1; ; count++) {
    const value = count === 1 ? base : `${base}-${count}`
    if (!isTaken(value)) return value
  }
}

const inputOf = ({ sections, ...form }: EditedForm): z.input<typeof OwnFormInput> => ({
  ...form,
  sections: sections.map(({ heading, paragraphs, points, fields }) => ({
    heading,
    paragraphs: paragraphsOf(paragraphs),
    points: linesOf(points),
    fields: fields.map((field) => ({
      name: field.name,
      label: field.label,
      kind: field.kind,
      optional: !field.isRequired,
      width: field.width,
      rows: field.rows,
      ...(field.help.trim() === '' ? {} : { help: field.help }),
      ...(field.kind === 'choice' ? { choices: choicesOfField(field) } : {}),
      ...(field.showWhen.field === '' ? {} : { showWhen: field.showWhen }),
    })),
  })),
})

/** The edited form, checked by the rules of the API. */
export const OwnFormEdit = EditedForm.transform(inputOf).pipe(OwnFormInput)

export const editedOf = ({
  title,
  description,
  businessLevel,
  category,
  keep,
  sections,
}: OwnFormInput): EditedForm => ({
  title,
  description,
  businessLevel,
  category,
  keep,
  sections: sections.map(({ heading, paragraphs, points, fields }) => ({
    heading,
    paragraphs: paragraphs.join('\n\n'),
    points: points.join('\n'),
    fields: fields.map(({ optional, help = '', choices = [], showWhen, ...field }) => ({
      ...field,
      isRequired: !optional,
      help,
      choices: choices.map(({ label }) => label).join('\n'),
      known: choices,
      showWhen: showWhen ?? { field: '', is: '' },
    })),
  })),
})

/** The first message of the errors at a field: each of its lines may have one. */
export function messageIn(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  for (const each of Object.values(errors)) {
    const message = messageIn(each)
    if (message !== undefined) return message
  }
  return undefined
}

/** What the preview shows, whatever is still missing. */
export const previewOf = (form: EditedForm): HrFormView['sections'] =>
  inputOf(form).sections.map(({ heading, paragraphs = [], points = [], fields = [] }) => ({
    heading,
    paragraphs,
    points,
    links: [],
    fields: fields.map(({ showWhen: _showWhen, ...field }) => ({
      ...field,
      kind: field.kind ?? 'line',
      optional: field.optional ?? false,
      width: field.width ?? 'full',
      rows: field.rows ?? 4,
      fixed: false,
    })),
  }))

/** A name that no field of the form has or had: an answer in a draft must not appear at another field. */
export function unusedName(sections: readonly EditedSection[]): string {
  const name = `field${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const isTaken = sections.some(({ fields }) => fields.some((field) => field.name === name))
  return isTaken ? unusedName(sections) : name
}

export const blankField = (name: string, more: Partial<EditedField> = {}): EditedField => ({
  name,
  label: '',
  kind: 'line',
  isRequired: true,
  width: 'full',
  help: '',
  choices: '',
  known: [],
  rows: 4,
  showWhen: { field: '', is: '' },
  ...more,
})

export const blankSection = (name: string): EditedSection => ({
  heading: '',
  paragraphs: '',
  points: '',
  fields: [blankField(name)],
})

/** The sections of a new form. */
export const firstSections: OwnFormInput['sections'] = [
  {
    heading: 'Employee',
    paragraphs: [],
    points: [],
    fields: [{ name: 'employeeName', label: 'Employee name', kind: 'line', optional: false, width: 'full', rows: 4 }],
  },
]

/** The sections of a form of the library, without its links and preset values. */
export const copiedSections = ({ sections }: Pick<HrFormView, 'sections'>): OwnFormInput['sections'] =>
  sections.map(({ links: _links, fields, ...section }) => ({
    ...section,
    fields: fields.map(({ fixed: _fixed, value: _value, ...field }) => field),
  }))
