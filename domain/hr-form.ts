// A form of the library: its questions, section by section. The screens, the fillable PDF, and the record of the
// answers are all generated from this description (content/forms/).
import { z } from 'zod'
import { isLibraryLink, Slug } from './hr-policy.ts'
import { CalendarDate, Id, versioned, requiredName, requiredText } from './text.ts'

export const formLevels = ['startup', 'growth', 'expansion'] as const
export const FormLevel = z.enum(formLevels)
export type FormLevel = z.infer<typeof FormLevel>
export const formLevelLabels: Record<FormLevel, string> = {
  startup: 'Startup',
  growth: 'Growth',
  expansion: 'Expansion',
}

/** The forms that are filled in on the portal, by submission type. */
export const portalFormTypes = ['employment-application', 'handbook-acknowledgment', 'performance-review'] as const
export const PortalFormType = z.enum(portalFormTypes)
export type PortalFormType = z.infer<typeof PortalFormType>

/** The catalog id equals the submission type, with one exception. */
export const formTypeOf = (id: string): string => (id === 'employee-handbook-ack' ? 'handbook-acknowledgment' : id)

export const isPortalForm = (formType: string): formType is PortalFormType =>
  portalFormTypes.some((each) => each === formType)

export const FormChoice = z.strictObject({
  value: z
    .string()
    .max(100, 'Use at most 100 characters for the value of a choice.')
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'The value of a choice can have only lowercase characters, digits, and hyphens.',
    ),
  label: requiredName('A choice must have a label.'),
})
export type FormChoice = z.infer<typeof FormChoice>

const words = z.array(requiredText('Enter some text.')).default([])

const FormLink = z.strictObject({
  title: requiredName('A link must have a title.'),
  url: z.string().refine(isLibraryLink, 'A link must have an https URL or a place in the library.'),
})

/** The field is shown only if an earlier choice or check box of the form has this value; a check box has `yes` or `no`. */
export const FormCondition = z.strictObject({ field: z.string(), is: z.string() })
export type FormCondition = z.infer<typeof FormCondition>

export const FieldName = z.string().regex(/^[a-z][A-Za-z0-9]{0,59}$/, 'A field name must be one word in camel case.')

/** `text` has several lines, a `check` is a check box, and a `signature` is the typed name of the person who signs. */
export const fieldKinds = ['line', 'text', 'date', 'choice', 'check', 'signature'] as const
export const fieldWidths = ['full', 'half', 'third'] as const

export const HrFormField = z
  .strictObject({
    name: FieldName,
    label: requiredName('A field must have a label.'),
    kind: z.enum(fieldKinds).default('line'),
    optional: z.boolean().default(false),
    width: z.enum(fieldWidths).default('full'),
    help: z.string().max(300).optional(),
    choices: z.array(FormChoice).min(2).optional(),
    /** Initial value of the field. */
    value: z.string().optional(),
    /** Read-only in the portal. */
    fixed: z.boolean().default(false),
    rows: z.int().min(2).max(20).default(4),
    showWhen: FormCondition.optional(),
  })
  .refine(
    ({ kind, choices }) => (kind === 'choice') === (choices !== undefined),
    'Only a choice field can have choices, and it must have them.',
  )
export type HrFormField = z.infer<typeof HrFormField>

export const HrFormSection = z.strictObject({
  heading: requiredName('A section must have a heading.'),
  paragraphs: words,
  points: words,
  links: z.array(FormLink).default([]),
  fields: z.array(HrFormField).default([]),
})
export type HrFormSection = z.infer<typeof HrFormSection>

const allUnlike = (list: string[]) => new Set(list).size === list.length

/** A file of the catalog. */
export const HrForm = z.strictObject({
  id: Slug,
  title: requiredName('A form must have a title.'),
  description: requiredName('A form must have a description.'),
  businessLevel: FormLevel,
  category: requiredName('A form must have a category.'),
  required: z.boolean(),
  keywords: z.array(requiredName('Enter a keyword.')),
  version: z.int().min(1),
  asOf: CalendarDate,
  /** How long to keep it, and where. */
  keep: requiredText('A form must have a retention period.'),
  sections: z
    .array(HrFormSection)
    .min(1)
    .refine(
      (sections) => allUnlike(sections.flatMap(({ fields }) => fields.map(({ name }) => name))),
      'Two fields have the same name.',
    ),
  sources: z.array(FormLink).min(1, 'Add at least one source.'),
})
export type HrForm = z.infer<typeof HrForm>

export const fieldsOf = ({ sections }: Pick<HrForm, 'sections'>): HrFormField[] =>
  sections.flatMap(({ fields }) => fields)

type Conditional = Pick<HrFormField, 'name' | 'kind' | 'showWhen'>

/** The fields whose conditions are met, for values as typed. A field that isn't shown has no value. */
export function shownFields<T extends Conditional>(
  fields: readonly T[],
  typed: Readonly<Record<string, unknown>>,
): T[] {
  const values = new Map<string, string>()
  return fields.filter(({ name, kind, showWhen }) => {
    if (showWhen !== undefined && values.get(showWhen.field) !== showWhen.is) return false
    const value = typed[name]
    if (kind === 'check') values.set(name, value === 'yes' ? 'yes' : 'no')
    else if (typeof value === 'string') values.set(name, value)
    return true
  })
}

/** The condition in words, for a PDF, where nothing can be hidden. */
export function conditionWords(fields: readonly HrFormField[], { showWhen }: HrFormField): string | null {
  const asked = fields.find(({ name }) => name === showWhen?.field)
  if (showWhen === undefined || asked === undefined) return null
  if (asked.kind === 'check') return `Only if “${asked.label}” is ${showWhen.is === 'yes' ? 'checked' : 'not checked'}.`
  const choice = asked.choices?.find(({ value }) => value === showWhen.is)
  return `Only if “${asked.label}” is “${choice?.label ?? showWhen.is}.”`
}

/**
 * A form in the catalog. `formType` is the type of its submissions; `fillable` if it can be filled in on the portal.
 */
export const HrFormItem = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  businessLevel: FormLevel,
  category: z.string(),
  isRequired: z.boolean(),
  formType: z.string(),
  fillable: z.boolean(),
  keywords: z.array(z.string()),
  downloadUrl: z.string(),
  asOf: z.string(),
  /** A form of the firm's own, not of the library. */
  isOwn: z.boolean(),
  /** The only client folder that it is for; null for every client. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  ...versioned,
})
export type HrFormItem = z.infer<typeof HrFormItem>

/** A form with all its questions. */
export const HrFormView = HrFormItem.extend({
  keep: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      links: z.array(z.object({ title: z.string(), url: z.string() })),
      fields: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          kind: z.enum(fieldKinds),
          optional: z.boolean(),
          width: z.enum(fieldWidths),
          help: z.string().optional(),
          choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
          value: z.string().optional(),
          fixed: z.boolean(),
          rows: z.int(),
          showWhen: FormCondition.optional(),
        }),
      ),
    }),
  ),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
})
export type HrFormView = z.infer<typeof HrFormView>
