// An HR policy: what the law asks of Virginia employers, with model text, as versions of a document in a small Markdown.
import { z } from 'zod'
import { AppliesTo } from './audience.ts'
import { CalendarDate, requiredName, storable } from './text.ts'

export const policyCategories = ['general', 'compliance', 'employment', 'k12'] as const
export const PolicyCategory = z.enum(policyCategories)
export type PolicyCategory = z.infer<typeof PolicyCategory>
export const policyCategoryLabels: Record<PolicyCategory, string> = {
  general: 'General HR',
  k12: 'K-12 Specific',
  compliance: 'Compliance',
  employment: 'Employment',
}

/** An address that a policy may lead to: https, or a place in the library. */
export const isLibraryLink = (url: string): boolean =>
  /^\/hr-policies\/[a-z0-9-]+(#[a-z0-9-]+)?$/.test(url) ||
  z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(url).success

export const PolicySource = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]*$/, 'The id of a source is made of small letters, digits, dots and dashes.'),
  title: requiredName('A source has a title.'),
  url: z.string().refine((url) => url.startsWith('https://') && isLibraryLink(url), 'A source has an https address.'),
})
export type PolicySource = z.infer<typeof PolicySource>

export const Slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A slug is made of small letters, digits and dashes.')

const allUnlike = (words: string[]) => new Set(words.map((word) => word.toLowerCase())).size === words.length

/** What stands over the text of a policy. */
export const policyHead = {
  title: requiredName('Please give the policy a title.'),
  category: PolicyCategory,
  required: z.boolean(),
  description: z
    .string('Please describe the policy.')
    .max(500, 'Please use at most 500 characters.')
    .refine((text) => text.trim() !== '', 'Please describe the policy.')
    .refine(storable, 'This contains characters that cannot be stored.'),
  tags: z
    .array(requiredName('A tag has a word.').max(60, 'A tag has at most 60 characters.'))
    .min(1, 'Please give at least one tag.')
    .max(20, 'Please give at most 20 tags.')
    .refine(allUnlike, 'A tag stands here twice.'),
  asOf: CalendarDate,
  nextReview: CalendarDate,
  appliesTo: AppliesTo,
  sources: z
    .array(PolicySource)
    .min(1, 'Please name at least one source.')
    .max(100)
    .refine((sources) => allUnlike(sources.map(({ id }) => id)), 'Two sources have the same id.'),
}

const reviewComesLater = {
  check: ({ asOf, nextReview }: { asOf: string; nextReview: string }) => nextReview > asOf,
  say: {
    path: ['nextReview'],
    message: 'The next review comes after the date as of which the text is right.',
  },
}

/** What every version says over its text. */
export const HrPolicyHead = z.strictObject(policyHead).refine(reviewComesLater.check, reviewComesLater.say)
export type HrPolicyHead = z.infer<typeof HrPolicyHead>

/** The front matter of a policy that comes with the portal. */
export const PolicyFrontMatter = z
  .strictObject({ slug: Slug, ...policyHead, version: z.int().min(1) })
  .refine(reviewComesLater.check, reviewComesLater.say)
export type PolicyFrontMatter = z.infer<typeof PolicyFrontMatter>

/** A piece of a line: its text, how it is set, and where it leads. */
export const Run = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  emphasis: z.literal(true).optional(),
  url: z.string().optional(),
})
export type Run = z.infer<typeof Run>
const Runs = z.array(Run)

/** What a section is made of. Never HTML: the screens and the papers set it themselves. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: Runs }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Runs) }),
  z.object({ kind: z.literal('table'), head: z.array(Runs), rows: z.array(z.array(Runs)) }),
])
export type Block = z.infer<typeof Block>

/** A heading and what follows it, up to the next one. `path` are the headings that lead to it, its own last. */
export const PolicySection = z.object({
  /** Unlike every other of the policy; made from the heading: `#how-often-wages-are-paid`. */
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

/** A section that is text to adopt, which says what an employer promises and not what the law asks. */
export const isModelText = ({ path }: Pick<PolicySection, 'path'>): boolean => path[0] === 'Model policy'

/** "leave_and_time_off.pdf": each character that is no letter or digit becomes one underscore. */
export const downloadName = (title: string): string => `${title.toLowerCase().replace(/[^a-z0-9]/g, '_')}.pdf`
