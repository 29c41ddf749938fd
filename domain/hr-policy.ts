// An HR policy: what the law requires of Virginia employers, with model text, as versions of a document in a small
// Markdown subset.
import { z } from 'zod'
import { AppliesTo } from './audience.ts'
import { CalendarDate, requiredName, isStorable } from './text.ts'

export const policyCategories = ['general', 'compliance', 'employment', 'k12'] as const
export const PolicyCategory = z.enum(policyCategories)
export type PolicyCategory = z.infer<typeof PolicyCategory>
export const policyCategoryLabels: Record<PolicyCategory, string> = {
  general: 'General HR',
  k12: 'K-12 Specific',
  compliance: 'Compliance',
  employment: 'Employment',
}

/** An address that a policy may link to: https, or a place in the library. */
export const isLibraryLink = (url: string): boolean =>
  /^\/hr-policies\/[a-z0-9-]+(#[a-z0-9-]+)?$/.test(url) ||
  z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(url).success

export const PolicySource = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]*$/,
      'The ID of a source can have only lowercase characters, digits, dots, and hyphens.',
    ),
  title: requiredName('Enter a title for the source.'),
  url: z.string().refine((url) => url.startsWith('https://') && isLibraryLink(url), 'A source must have an https URL.'),
})
export type PolicySource = z.infer<typeof PolicySource>

export const Slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug can have only lowercase characters, digits, and hyphens.')

const allUnlike = (words: string[]) => new Set(words.map((word) => word.toLowerCase())).size === words.length

/** The header of a policy. */
export const policyHead = {
  title: requiredName('Enter a title.'),
  category: PolicyCategory,
  required: z.boolean(),
  description: z
    .string('Enter a description.')
    .max(500, 'Use at most 500 characters.')
    .refine((text) => text.trim() !== '', 'Enter a description.')
    .refine(isStorable, 'This contains characters that can’t be stored.'),
  tags: z
    .array(requiredName('Enter a tag.').max(60, 'A tag can have at most 60 characters.'))
    .min(1, 'Add at least one tag.')
    .max(20, 'Add at most 20 tags.')
    .refine(allUnlike, 'This tag is on the list twice.'),
  asOf: CalendarDate,
  nextReview: CalendarDate,
  appliesTo: AppliesTo,
  sources: z
    .array(PolicySource)
    .min(1, 'Add at least one source.')
    .max(100)
    .refine((sources) => allUnlike(sources.map(({ id }) => id)), 'Two sources have the same ID.'),
}

const reviewComesLater = {
  check: ({ asOf, nextReview }: { asOf: string; nextReview: string }) => nextReview > asOf,
  say: {
    path: ['nextReview'],
    message: 'The next review date must be after the “current as of” date.',
  },
}

/** The header of every version. */
export const HrPolicyMetadata = z.strictObject(policyHead).refine(reviewComesLater.check, reviewComesLater.say)
export type HrPolicyMetadata = z.infer<typeof HrPolicyMetadata>

/** The front matter of a built-in policy. */
export const PolicyFrontMatter = z
  .strictObject({ slug: Slug, ...policyHead, version: z.int().min(1) })
  .refine(reviewComesLater.check, reviewComesLater.say)
export type PolicyFrontMatter = z.infer<typeof PolicyFrontMatter>

/** A piece of a line: its text, style, and link. */
export const Run = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  emphasis: z.literal(true).optional(),
  url: z.string().optional(),
})
export type Run = z.infer<typeof Run>
const Runs = z.array(Run)

/** The parts of a section. Never HTML: the screens and documents render it themselves. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: Runs }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Runs) }),
  z.object({ kind: z.literal('table'), head: z.array(Runs), rows: z.array(z.array(Runs)) }),
])
export type Block = z.infer<typeof Block>

/** A heading and its content, up to the next heading. `path` has the parent headings, its own last. */
export const PolicySection = z.object({
  /** Unique within the policy; derived from the heading: `#how-often-wages-are-paid`. */
  anchor: z.string(),
  level: z.union([z.literal(2), z.literal(3)]),
  heading: z.string(),
  path: z.array(z.string()),
  blocks: z.array(Block),
})
export type PolicySection = z.infer<typeof PolicySection>

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/** A block's plain texts: a paragraph, each item of a list, each row of a table. */
export function textsOf(block: Block): string[] {
  if (block.kind === 'paragraph') return [textOf(block.runs)]
  if (block.kind === 'list') return block.items.map(textOf)
  return [block.head, ...block.rows].map((cells) => cells.map(textOf).join(' | '))
}

/** "leave_and_time_off.pdf": each character that is not a letter or digit becomes an underscore. */
export const downloadName = (title: string): string => `${title.toLowerCase().replace(/[^a-z0-9]/g, '_')}.pdf`
