// A model policy: text for an employer to adopt, with variants by number of employees and sector, and fields to fill
// in. Pure text processing: selects an employer's variants and fills in fields.
import { z } from 'zod'
import {
  applies,
  type AppliesTo,
  type Employer,
  HeadCountRange,
  headCountWords,
  Sector,
  sectorLabels,
  sectors,
} from './audience.ts'
import { type Block, PolicySection, type Run, Slug, textOf } from './hr-policy.ts'
import { CalendarDate, requiredName } from './text.ts'

/**
 * Fields that an employer fills in once for all policies. Every other bracket is a default that the employer may
 * change.
 */
export const policyFields = {
  employer: 'Employer',
  effectiveDate: 'effective date',
  approver: 'approver',
  headOfOrganization: 'head of organization',
  hrContact: 'HR contact',
  alternateContact: 'alternate contact',
  payrollContact: 'payroll contact',
  safetyContact: 'safety contact',
  itContact: 'IT contact',
  accountManager: 'account manager',
  recordsCustodian: 'records custodian',
  reportDesignee: 'report designee',
  socialServicesNumber: 'local social services number',
  titleIxCoordinator: 'Title IX coordinator',
  checkDecisionMaker: 'background check decision maker',
} as const
export type PolicyField = keyof typeof policyFields
export const policyFieldNames = Object.keys(policyFields) as PolicyField[]
export type PolicyFieldValues = Partial<Record<PolicyField, string | null>>

/** The sections of every model policy, in this order. */
export const modelPolicySections = [
  'Purpose',
  'Scope',
  'Policy',
  'Definitions',
  'Procedures',
  'Responsibilities',
  'Reporting and non-retaliation',
  'Consequences',
  'Related policies',
  'Acknowledgment',
] as const

/** The front matter of a built-in model policy. */
export const ModelPolicyFrontMatter = z.strictObject({
  slug: Slug,
  title: requiredName('A model policy must have a title.'),
  version: z.int().min(1),
  /** The date of the text. */
  asOf: CalendarDate,
  owner: requiredName('A model policy must have an owner.'),
  appliesTo: requiredName('A model policy must say who it applies to.'),
  /** Slugs of other model policies. */
  related: z.array(Slug),
})
export type ModelPolicyFrontMatter = z.infer<typeof ModelPolicyFrontMatter>

/** The header of a printed policy. */
export const PolicyHeaderRow = z.object({ label: z.string(), value: z.string() })
export type PolicyHeaderRow = z.infer<typeof PolicyHeaderRow>

/** The invalid lines of a text, with the problem of each. */
export class VariantError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join(' '))
    this.name = 'VariantError'
    this.problems = problems
  }
}

type Line = { text: string; number: number; when: AppliesTo | null }

/**
 * The lines with their variants. A variant starts with a line such as `::: employees 50+, sector private` and ends with
 * `:::`.
 * @throws VariantError for an invalid marker, or an unclosed variant
 */
function linesOf(content: string): Line[] {
  const problems: string[] = []
  const lines: Line[] = []
  let open: { when: AppliesTo; number: number } | null = null
  for (const [index, text] of content.split(/\r?\n/).entries()) {
    const number = index + 1
    const [, mark] = /^:::\s*(.*)$/.exec(text.trim()) ?? []
    if (mark === undefined) {
      lines.push({ text, number, when: open?.when ?? null })
      continue
    }
    if (mark === '') {
      if (open === null) problems.push(`Line ${number}: “:::” ends no variant.`)
      open = null
    } else if (open === null) {
      const when = variantOf(mark)
      if (when === null) problems.push(`Line ${number}: write the variant like “::: employees 50+, sector private”.`)
      else open = { when, number }
    } else problems.push(`Line ${number}: a variant can’t contain another one. End the first with “:::”.`)
  }
  if (open !== null) problems.push(`Line ${open.number}: end this variant with “:::”.`)
  if (problems.length > 0) throw new VariantError(problems)
  return lines
}

/** "employees 15-49, sector private private-school", or null for anything else. */
function variantOf(mark: string): AppliesTo | null {
  const parts = mark.split(',').map((part) => part.trim().split(/\s+/))
  let headCount: AppliesTo['headCount'] | null = null
  let chosen: Sector[] | null = null
  for (const [kind, ...values] of parts) {
    if (kind === 'employees' && values.length === 1 && headCount === null) headCount = rangeOf(values[0] ?? '')
    else if (kind === 'sector' && values.length > 0 && chosen === null) {
      const known = z.array(Sector).safeParse(values)
      if (!known.success) return null
      chosen = known.data
    } else return null
    if (kind === 'employees' && headCount === null) return null
  }
  if (headCount === null && chosen === null) return null
  return { headCount: headCount ?? { from: 1, to: null }, sectors: chosen ?? [...sectors] }
}

function rangeOf(words: string): AppliesTo['headCount'] | null {
  const [, from, plus, to] = /^(\d{1,6})(?:(\+)|-(\d{1,6}))$/.exec(words) ?? []
  if (from === undefined) return null
  const range = { from: Number(from), to: plus === '+' ? null : Number(to) }
  return range.from >= 1 && (range.to === null || range.to >= range.from) ? range : null
}

/** "50 or more employees, private business" */
export function variantWords({ headCount, sectors: chosen }: AppliesTo): string {
  const count = headCount.from === 1 && headCount.to === null ? [] : [headCountWords(headCount)]
  const sector =
    chosen.length === sectors.length ? [] : [chosen.map((each) => sectorLabels[each].toLowerCase()).join(' or ')]
  return [...count, ...sector].join(', ')
}

/**
 * The Markdown for this employer: the variants that apply, without their markers. A variant that the known facts do not
 * decide remains, and states its audience.
 * @throws VariantError for an invalid marker
 */
export function selectVariants(content: string, employer: Employer): string {
  const lines: string[] = []
  let labeled: AppliesTo | null = null
  for (const { text, when } of linesOf(content)) {
    if (when === null) {
      labeled = null
      lines.push(text)
      continue
    }
    const answer = applies(when, employer)
    if (answer === 'no') continue
    lines.push(...(answer === 'yes' || text.trim() === '' ? [text] : withLabel(text, when, labeled === when)))
    if (answer === 'unknown' && text.trim() !== '') labeled = when
  }
  return lines.join('\n')
}

/** A label is placed at the start of a paragraph or after the marker of a list item; after a heading it is a paragraph. */
function withLabel(line: string, when: AppliesTo, isLabeled: boolean): string[] {
  const label = `*If ${variantWords(when)}:*`
  const [, mark, rest] = /^(\s*(?:[-*]|\d+\.)\s+)(.*)$/.exec(line) ?? []
  if (mark !== undefined) return [`${mark}${isLabeled ? '' : `${label} `}${rest}`]
  if (isLabeled) return [line]
  return line.startsWith('#') ? [line, '', label] : [`${label} ${line}`]
}

const nameOf = new Map(policyFieldNames.map((field) => [policyFields[field].toLowerCase(), field]))

/** The field of a bracket; null for a default. */
const fieldOf = (bracket: string): PolicyField | null => nameOf.get(bracket.toLowerCase()) ?? null

const brackets = /\[([^[\]]{1,120})\]/g

/** The fields named in a text. */
export const fieldsIn = (text: string): PolicyField[] => [
  ...new Set([...text.matchAll(brackets)].flatMap(([, bracket = '']) => fieldOf(bracket) ?? [])),
]

/** A line with its fields filled in, and its defaults without brackets. A field without a value remains in brackets. */
export function fillLine(text: string, values: PolicyFieldValues, before = ''): string {
  return text.replace(brackets, (whole, bracket: string, at: number) => {
    const field = fieldOf(bracket)
    if (field === null) return bracket
    const value = values[field]?.trim()
    if (!value) return whole
    const lead = `${before}${text.slice(0, at)}`
    return /(?:^|[.!?]["”’)]*\s+)$/.test(lead) ? value.charAt(0).toUpperCase() + value.slice(1) : value
  })
}

function fillRuns(runs: readonly Run[], values: PolicyFieldValues): Run[] {
  let before = ''
  return runs.map((run) => {
    const text = fillLine(run.text, values, before)
    before += run.text
    return { ...run, text }
  })
}

function fillBlock(block: Block, values: PolicyFieldValues): Block {
  if (block.kind === 'paragraph') return { ...block, runs: fillRuns(block.runs, values) }
  if (block.kind === 'list') return { ...block, items: block.items.map((item) => fillRuns(item, values)) }
  const cells = (row: Run[][]) => row.map((cell) => fillRuns(cell, values))
  return { ...block, head: cells(block.head), rows: block.rows.map(cells) }
}

/** The sections with the employer's values in their fields. */
export const fillSections = (sections: readonly PolicySection[], values: PolicyFieldValues): PolicySection[] =>
  sections.map((section) => ({
    ...section,
    heading: fillLine(section.heading, values),
    path: section.path.map((heading) => fillLine(heading, values)),
    blocks: section.blocks.map((block) => fillBlock(block, values)),
  }))

/** The fields that are still in brackets. */
export const openFields = (sections: readonly PolicySection[]): PolicyField[] => [
  ...new Set(
    sections.flatMap(({ heading, blocks }) =>
      [heading, ...blocks.flatMap(blockTexts)].flatMap((text) => fieldsIn(text)),
    ),
  ),
]

function blockTexts(block: Block): string[] {
  if (block.kind === 'paragraph') return [textOf(block.runs)]
  if (block.kind === 'list') return block.items.map(textOf)
  return [block.head, ...block.rows].flatMap((cells) => cells.map(textOf))
}

/** "equal_opportunity_and_anti_harassment_policy.docx", like other downloads of the library. */
export const modelPolicyFileName = (title: string, format: DocumentFormat): string =>
  `${title.toLowerCase().replace(/[^a-z0-9]/g, '_')}_policy.${format}`

export const DocumentFormat = z.enum(['pdf', 'docx'], 'Choose pdf or docx.')
export type DocumentFormat = z.infer<typeof DocumentFormat>

/** A model policy in the catalog. */
export const ModelPolicyItem = z.object({
  /** Its slug, which is that of its compliance guide. */
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  version: z.int(),
  /** The date of the text. */
  asOf: CalendarDate,
  appliesTo: z.string(),
})
export type ModelPolicyItem = z.infer<typeof ModelPolicyItem>

/** A policy ready to print: its header and sections, with variants selected and fields filled in. */
export const PrintablePolicy = z.object({
  title: z.string(),
  header: z.array(PolicyHeaderRow),
  sections: z.array(PolicySection),
})
export type PrintablePolicy = z.infer<typeof PrintablePolicy>

/** A model policy for one employer. */
export const ModelPolicyView = ModelPolicyItem.extend({
  ...PrintablePolicy.shape,
  /** The employer it is filled in for; null if unknown, in which case each variant states its audience. */
  employer: z.object({
    name: z.string().nullable(),
    headCount: HeadCountRange.nullable(),
    sector: Sector.nullable(),
  }),
  /** The fields to fill in, with the text in the brackets. */
  openFields: z.array(z.string()),
})
export type ModelPolicyView = z.infer<typeof ModelPolicyView>
