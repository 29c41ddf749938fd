// The questions that the assistant is measured with, and the library that comes with the portal.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { indexLibrary, type LibraryIndex } from '../../server/hr-assistant/search/library-index.ts'
import { bundledVocabulary } from '../../server/hr-assistant/search/vocabulary.ts'
import { bundledPolicies } from '../../server/hr-policies/bundled.ts'
import { sectionsOf } from '../../server/hr-policies/markdown.ts'

const TestQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** Slugs of policies; any of them is right as the first result. None if the question is out of scope. */
  expected_topics: z.array(z.string()),
  kind: z.enum(['direct', 'paraphrase', 'typo', 'story', 'multi', 'out_of_scope']),
  set: z.enum(['kept-aside', 'held']),
})
export type TestQuestion = z.infer<typeof TestQuestion>

/** One question to a line. */
export const readQuestions = (): TestQuestion[] =>
  readFileSync(join(import.meta.dirname, 'questions.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => TestQuestion.parse(JSON.parse(line)))

export const bundledIndex = (): Promise<LibraryIndex> =>
  indexLibrary(
    bundledPolicies().map((policy) => ({ ...policy, id: policy.slug, sections: sectionsOf(policy) })),
    bundledVocabulary(),
  )
