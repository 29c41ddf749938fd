// The questions that the assistant is measured with, and the built-in library.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bundledUnits } from '../../server/hr-assistant/search/answer-units.ts'
import type { Engine } from '../../server/hr-assistant/search/ask.ts'
import { loadEmbedder, StoredVectors } from '../../server/hr-assistant/search/embedder.ts'
import { indexLibrary, type LibraryIndex } from '../../server/hr-assistant/search/library-index.ts'
import { indexQuestions } from '../../server/hr-assistant/search/question-index.ts'
import { QuestionModel } from '../../server/hr-assistant/search/question-model.ts'
import { bundledVocabulary } from '../../server/hr-assistant/search/vocabulary.ts'
import { bundledPolicies } from '../../server/hr-policies/bundled.ts'
import { sectionsOf } from '../../server/hr-policies/markdown.ts'

const TestQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** Slugs of policies; any of them is correct as the first result. None if the question is out of scope. */
  expected_topics: z.array(z.string()),
  kind: z.enum(['direct', 'paraphrase', 'typo', 'story', 'multi', 'out_of_scope']),
  set: z.enum(['kept-aside', 'held']),
})
export type TestQuestion = z.infer<typeof TestQuestion>

/** One question per line. */
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

/** The engine that answers questions from the built-in library. */
export async function bundledEngine(): Promise<Engine> {
  const library = await bundledIndex()
  const embedder = await loadEmbedder()
  const questions = await indexQuestions(bundledUnits(), library, StoredVectors.read(), embedder, QuestionModel.read())
  return { library, embedder, questions }
}
