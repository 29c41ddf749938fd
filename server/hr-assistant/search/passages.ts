// Splits the library into passages: each section of each policy, as plain sentences.
import { PolicySection, textsOf } from '../../../domain/hr-policy.ts'
import { z } from 'zod'

export const LibraryPolicy = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** The date when its law was last checked (ISO). */
  asOf: z.string().nullish(),
  sections: z.array(PolicySection),
})
export type LibraryPolicy = z.infer<typeof LibraryPolicy>

/** The role of a section: legal requirements rank above model text and the lists at the end. */
export type PassageKind = 'law' | 'scope' | 'short' | 'list' | 'practice'

export interface Passage {
  policy: LibraryPolicy
  anchor: string
  heading: string
  /** Its headings, as one line. */
  place: string
  kind: PassageKind
  /** Its paragraphs and items, each as sentences; a quotation never spans two of them. */
  blocks: string[][]
}

export const passagesOf = (policies: readonly LibraryPolicy[]): Passage[] =>
  policies.flatMap((policy) =>
    policy.sections
      .filter(({ blocks }) => blocks.length > 0)
      .map((section) => ({
        policy,
        anchor: section.anchor,
        heading: section.heading,
        place: section.path.join(' › '),
        kind: kindOf(section),
        blocks: section.blocks.flatMap(textsOf).map(sentencesOf),
      })),
  )

function kindOf(section: PolicySection): PassageKind {
  const [top = ''] = section.path
  if (top === 'In short') return 'short'
  if (top === 'Good practice') return 'practice'
  if (top === 'Steps' || top === 'Deadlines' || top === 'Records to keep') return 'list'
  return top === 'Who this applies to' && section.level === 2 ? 'scope' : 'law'
}

/** A period ends a sentence before a capital, but not after "v.", "§", "a.m." or an initial. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(
      /(?<=[.!?]["')\]]?)(?<!\b(?:v|vs|U\.S|U\.S\.C|No|Inc|Co|St|Va|a\.m|p\.m|e\.g|i\.e|ff|Mr|Ms|Dr)\.)\s+(?=["'([]?[\p{Lu}\d])/u,
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
