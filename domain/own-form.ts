// A form of the firm's own, by the same description as those of the library. An administrator edits the draft and
// publishes it as a version, which never changes; submissions keep the version that was filled in. States: draft →
// published, any number of times; archived and restored.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { FieldName, fieldKinds, fieldWidths, FormChoice, FormCondition, FormLevel, type HrForm } from './hr-form.ts'
import { OwnFormWarning, warningsOf } from './own-form-checks.ts'
import { checkFields } from './own-form-fields.ts'
import { draftActions, publishingFacts } from './publishing.ts'
import { Id, isOneLine, isStorable, optionalId, requiredName, requiredText } from './text.ts'

export const OwnFormAction = z.enum(['edit', 'publish', 'archive', 'restore'])
export type OwnFormAction = z.infer<typeof OwnFormAction>

export const maxSections = 20
export const maxFields = 100
export const maxChoices = 30
/** Forms in use; a list of forms shows at most 200. */
export const maxOwnForms = 150
/** Characters of a paragraph. */
export const paragraphLimit = 2000

const line = (message: string) => requiredName(message).refine(isOneLine, 'Use one line.')

const texts = (max: number, limit: number) =>
  z.array(requiredText('Enter some text.', limit)).max(max, `Use at most ${max} paragraphs or list items.`).default([])

const OwnFormField = z.strictObject({
  name: FieldName,
  label: line('Enter a label.'),
  kind: z.enum(fieldKinds, 'Choose a field type.').default('line'),
  optional: z.boolean().default(false),
  width: z.enum(fieldWidths, 'Choose a width.').default('full'),
  help: z
    .string()
    .max(300, 'Use at most 300 characters.')
    .refine(isStorable, 'This contains characters that can’t be stored.')
    .optional(),
  choices: z
    .array(FormChoice)
    .min(2, 'Enter at least two choices.')
    .max(maxChoices, `Use at most ${maxChoices} choices.`)
    .optional(),
  rows: z.int().min(2).max(20).default(4),
  showWhen: FormCondition.optional(),
})
export type OwnFormField = z.infer<typeof OwnFormField>

const OwnFormSection = z.strictObject({
  heading: line('Enter a heading.'),
  paragraphs: texts(10, paragraphLimit),
  points: texts(30, 500),
  fields: z.array(OwnFormField).default([]),
})
export type OwnFormSection = z.infer<typeof OwnFormSection>

/** What is edited and published. */
export const OwnFormInput = z.strictObject({
  title: line('Enter a title.'),
  description: line('Enter a description.'),
  businessLevel: FormLevel.default('startup'),
  category: line('Enter a category.'),
  /** How long to store submitted forms, and where. */
  keep: requiredText('Enter how long to store submitted forms.', paragraphLimit),
  sections: z
    .array(OwnFormSection)
    .min(1, 'Add at least one section.')
    .max(maxSections, `Use at most ${maxSections} sections.`)
    .superRefine(checkFields(maxFields)),
})
export type OwnFormInput = z.infer<typeof OwnFormInput>

/** `clientFolderId` is the only folder that the form is for. It can't be changed later. */
export const NewOwnForm = z.strictObject({ ...OwnFormInput.shape, clientFolderId: optionalId })
export type NewOwnForm = z.infer<typeof NewOwnForm>

export const OwnFormFacts = z.object({
  id: Id,
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  ...publishingFacts,
})

export const OwnForm = OwnFormFacts.extend({ ...OwnFormInput.shape, sections: z.array(OwnFormSection) })
export type OwnForm = z.infer<typeof OwnForm>

export const OwnFormView = OwnForm.extend({
  allowed: z.array(OwnFormAction),
  /** What Virginia law says about the draft. */
  warnings: z.array(OwnFormWarning),
})
export type OwnFormView = z.infer<typeof OwnFormView>

export const OwnFormStatusChange = z.strictObject({ isActive: z.boolean('Choose whether the form is in use.') })

type Facts = Pick<OwnForm, 'isActive' | 'hasChanges'>

export const viewOf = (form: OwnForm, actor: Actor): OwnFormView => ({
  ...form,
  allowed: draftActions(form, actor),
  warnings: warningsOf(form),
})

/** The form as the library describes it, in one of its versions. */
export const asHrForm = (id: string, input: OwnFormInput, version: number, asOf: string): HrForm => ({
  id,
  title: input.title,
  description: input.description,
  businessLevel: input.businessLevel,
  category: input.category,
  required: false,
  keywords: [],
  version,
  asOf,
  keep: input.keep,
  sections: input.sections.map(({ fields, ...section }) => ({
    ...section,
    links: [],
    fields: fields.map((field) => ({ ...field, fixed: false })),
  })),
  sources: [],
})

export function assertCanWriteOwnForm(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change the firm’s own forms.')
}

export function assertCanEditOwnForm(form: Facts, actor: Actor): void {
  assertCanWriteOwnForm(actor)
  if (!form.isActive) throw conflict('This form is archived. Restore it to change it.')
}

/** Throws 409 for a version equal to the previous one. */
export function assertCanPublishOwnForm(form: Facts, actor: Actor): void {
  assertCanEditOwnForm(form, actor)
  if (!form.hasChanges) throw conflict('This form is already published.')
}

export function assertCanArchiveOwnForm(form: Facts, actor: Actor, isActive: boolean): void {
  assertCanWriteOwnForm(actor)
  if (form.isActive === isActive)
    throw conflict(isActive ? 'This form is already in use.' : 'This form is already archived.')
}

/** @param count the forms in use before the change */
export function assertRoomForOwnForm(count: number): void {
  if (count >= maxOwnForms) throw conflict(`You have ${maxOwnForms} forms in use. Archive one to add another.`)
}
