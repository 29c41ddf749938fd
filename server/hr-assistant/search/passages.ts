// The library cut into passages: each section of each policy, as its plain sentences.
import { isModelText, PolicySection, textsOf } from '../../../domain/hr-policy.ts'
import { z } from 'zod'

export const LibraryPolicy = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  sections: z.array(PolicySection),
})
export type LibraryPolicy = z.infer<typeof LibraryPolicy>

/** What a section is for: what the law asks ranks above the text to adopt and above the lists at the end. */
export type PassageKind = 'law' | 'scope' | 'short' | 'model' | 'list' | 'practice'

export interface Passage {
  policy: LibraryPolicy
  anchor: string
  heading: string
  /** The headings above it and its own, as one line. */
  place: string
  kind: PassageKind
  /** Its paragraphs and items, each as its sentences; a quotation never reaches beyond one of these. */
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
  if (isModelText(section)) return 'model'
  const [top = ''] = section.path
  if (top === 'In short') return 'short'
  if (top === 'Good practice') return 'practice'
  if (top === 'Steps' || top === 'Deadlines' || top === 'Records to keep') return 'list'
  return top === 'Who this applies to' && section.level === 2 ? 'scope' : 'law'
}

/** A full stop ends a sentence before a capital, but not after "v.", "§", "a.m." or an initial. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(
      /(?<=[.!?]["')\]]?)(?<!\b(?:v|vs|U\.S|U\.S\.C|No|Inc|Co|St|Va|a\.m|p\.m|e\.g|i\.e|ff|Mr|Ms|Dr)\.)\s+(?=["'([]?[\p{Lu}\d])/u,
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

export const wordCount = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
