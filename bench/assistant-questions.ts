// The questions that the assistant is measured with, and the library as it comes with the portal.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bundledPolicies } from '../server/hr-policies/bundled.ts'
import { sectionsOf } from '../server/hr-policies/markdown.ts'
import { indexLibrary, type LibraryIndex } from '../server/hr-assistant/search/library-index.ts'
import type { LibraryPolicy } from '../server/hr-assistant/search/passages.ts'
import { bundledVocabulary } from '../server/hr-assistant/search/vocabulary.ts'

const TestQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** Slugs of policies of which any is the right first one; none for what is out of scope. */
  expected_topics: z.array(z.string()),
  /** Patterns that the answer has to match, all of them. */
  key_facts: z.array(z.string()),
  kind: z.enum(['direct', 'paraphrase', 'typo', 'story', 'multi', 'out_of_scope']),
  /** Of our own: "training" or "kept-aside", which nothing is fitted on. */
  set: z.string().default('given'),
})
export type TestQuestion = z.infer<typeof TestQuestion>

export const questionsIn = (file: string): TestQuestion[] =>
  z.array(TestQuestion).parse(JSON.parse(readFileSync(file, 'utf8')))

export const libraryPolicies = (): LibraryPolicy[] =>
  bundledPolicies().map((policy) => ({ ...policy, id: policy.slug, sections: sectionsOf(policy) }))

export const bundledIndex = (): Promise<LibraryIndex> => indexLibrary(libraryPolicies(), bundledVocabulary())
