// A contract or proposal template: an introduction and numbered clauses, some of them optional, with fields such
// as {{client}} that are filled in from the contract or proposal (template-text.ts). An administrator edits the draft and
// publishes it as a version, which never changes; a contract or proposal stores the version and its filled-in text.
// States: draft → published, any number of times; archived and restored.
import { z } from 'zod'
import { conflict } from './errors.ts'
import { publishingFacts } from './publishing.ts'
import { fieldProblem, templateFields, TemplateKind } from './template-fields.ts'
import { Id, Instant, isOneLine, optionalText, requiredName, requiredText, textLimit } from './text.ts'

export const maxClauses = 50
export const clauseTitleLimit = 100
/** All text of a template, in characters. A filled-in text has at most `textLimit`. */
export const templateTextLimit = 20_000
const maxVersion = 1_000_000

const ClauseInput = z.strictObject({
  title: requiredText('Enter a title.', clauseTitleLimit)
    .refine(isOneLine, 'Use one line for the title.')
    .refine(
      (title) => title.trim() === '' || /[\p{L}\p{N}]/u.test(title),
      'Enter a title that isn’t only punctuation.',
    ),
  text: requiredText('Enter the text of the clause.'),
  isOptional: z.boolean('Choose whether the clause is optional.').default(false),
})

export const AgreementTemplateInput = z
  .strictObject({
    kind: TemplateKind,
    name: requiredName('Enter a name.'),
    introduction: optionalText,
    clauses: z
      .array(ClauseInput, 'Add a clause.')
      .min(1, 'Add a clause.')
      .max(maxClauses, `Use at most ${maxClauses} clauses.`),
  })
  .superRefine(({ kind, introduction, clauses }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const check = (path: (string | number)[], text: string) => {
      const problem = fieldProblem(templateFields[kind], text)
      if (problem !== null) refuse(path, problem)
    }
    check(['introduction'], introduction ?? '')
    for (const [index, { title, text }] of clauses.entries()) {
      check(['clauses', index, 'title'], title)
      check(['clauses', index, 'text'], text)
    }
    const lengthOf = (some: typeof clauses) =>
      some.reduce((sum, { title, text }) => sum + title.length + text.length, introduction?.length ?? 0)
    if (lengthOf(clauses.filter(({ isOptional }) => !isOptional)) > textLimit)
      refuse(['clauses'], `Use at most ${inThousands(textLimit)} characters in total for clauses that aren’t optional.`)
    else if (lengthOf(clauses) > templateTextLimit)
      refuse(['clauses'], `Use at most ${inThousands(templateTextLimit)} characters in total for all clauses.`)
  })
export type AgreementTemplateInput = z.infer<typeof AgreementTemplateInput>

const inThousands = (count: number) => count.toLocaleString('en-US')

export const TemplateClause = z.object({ title: z.string(), text: z.string(), isOptional: z.boolean() })
export type TemplateClause = z.infer<typeof TemplateClause>

const content = { introduction: z.string().nullable(), clauses: z.array(TemplateClause) }

/** The texts of a draft or of a version. */
export interface TemplateContent {
  introduction: string | null
  clauses: TemplateClause[]
}

export const AgreementTemplateAction = z.enum(['edit', 'publish', 'archive', 'restore'])
export type AgreementTemplateAction = z.infer<typeof AgreementTemplateAction>

export const AgreementTemplate = z.object({
  id: Id,
  kind: TemplateKind,
  name: z.string(),
  ...content,
  ...publishingFacts,
})
export type AgreementTemplate = z.infer<typeof AgreementTemplate>

export const AgreementTemplateView = AgreementTemplate.extend({ allowed: z.array(AgreementTemplateAction) })
export type AgreementTemplateView = z.infer<typeof AgreementTemplateView>

export const TemplateStatusChange = z.strictObject({ isActive: z.boolean('Choose whether the template is in use.') })

/** A published version in the list of versions. */
export const TemplateVersionSummary = z.object({
  id: Id,
  number: z.int(),
  publishedAt: Instant,
  publishedByName: z.string().nullable(),
})
export type TemplateVersionSummary = z.infer<typeof TemplateVersionSummary>

export const TemplateVersion = TemplateVersionSummary.extend({ kind: TemplateKind, name: z.string(), ...content })
export type TemplateVersion = z.infer<typeof TemplateVersion>

const noTemplate = 'Choose a template from the list.'
const noClause = 'Choose from the optional clauses of this template.'

/** The version that a contract or proposal is filled in from, and the places of its chosen optional clauses, from 0. */
export const TemplateChoice = z.strictObject(
  {
    id: z.uuid(noTemplate),
    version: z.int(noTemplate).min(1, noTemplate).max(maxVersion, noTemplate),
    clauses: z.array(z.int(noClause), noClause).max(maxClauses, noClause),
  },
  noTemplate,
)
export type TemplateChoice = z.infer<typeof TemplateChoice>

const writtenChoice = /^([^:]*):(\d+):([\d,]*)$/

/** A choice in an address: `writeChoice` is its opposite. */
export const ChoiceInAddress = z
  .string()
  .max(300, noTemplate)
  .regex(writtenChoice, noTemplate)
  .transform((text) => {
    const [, id = '', version, clauses = ''] = writtenChoice.exec(text) ?? []
    return { id, version: Number(version), clauses: clauses === '' ? [] : clauses.split(',').map(Number) }
  })
  .pipe(TemplateChoice)

/** "ID:3:0,2" */
export const writeChoice = ({ id, version, clauses }: TemplateChoice): string => `${id}:${version}:${clauses.join(',')}`

/** Of a contract or proposal. If an edit omits it, the template doesn't change; null for terms without a template. */
export const templateField = { template: TemplateChoice.nullish() }

type Facts = Pick<AgreementTemplate, 'isActive' | 'hasChanges'>

export function assertCanEditTemplate({ isActive }: Facts): void {
  if (!isActive) throw conflict('This template is archived. Restore it to change it.')
}

/** Throws 409 for a version equal to the previous one. */
export function assertCanPublishTemplate(template: Facts): void {
  assertCanEditTemplate(template)
  if (!template.hasChanges) throw conflict('This text is already published.')
}

export function assertCanChangeTemplateStatus(template: Facts, isActive: boolean): void {
  if (template.isActive === isActive)
    throw conflict(isActive ? 'This template is already in use.' : 'This template is already archived.')
}
