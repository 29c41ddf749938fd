// The questions that the assistant is measured with, and the library as it comes with the portal.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bundledPolicies } from '../server/hr-policies/bundled.ts'
import { sectionsOf } from '../server/hr-policies/markdown.ts'
import { indexLibrary, type LibraryIndex, termsOf, unitVector } from '../server/hr-assistant/search/library-index.ts'
import type { LibraryPolicy } from '../server/hr-assistant/search/passages.ts'
import { bundledVocabulary } from '../server/hr-assistant/search/vocabulary.ts'
import { wordsOf } from '../server/hr-assistant/search/words.ts'

const TestQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** Slugs of policies of which any is the right first one; none for what is out of scope. */
  expected_topics: z.array(z.string()),
  /** Patterns that the answer has to match, all of them. */
  key_facts: z.array(z.string()),
  kind: z.enum(['direct', 'paraphrase', 'typo', 'story', 'multi', 'out_of_scope']),
  /** Of our own: "training" or "kept-aside"; of those written without looking at the search: "fit", or "held", which nobody works on. */
  set: z.string().default('given'),
})
export type TestQuestion = z.infer<typeof TestQuestion>

export const questionsIn = (file: string): TestQuestion[] =>
  z.array(TestQuestion).parse(JSON.parse(readFileSync(file, 'utf8')))

export const libraryPolicies = (): LibraryPolicy[] =>
  bundledPolicies().map((policy) => ({ ...policy, id: policy.slug, sections: sectionsOf(policy) }))

export const bundledIndex = (): Promise<LibraryIndex> => indexLibrary(libraryPolicies(), bundledVocabulary())

/** Lines that are more alike than this to a question are left out. */
const mostLikeness = 0.5

/**
 * The index without those lines of the vocabulary that are like one of the questions: what is fitted, and what is claimed, must hold
 * for questions that nobody has thought of, and not for those that the vocabulary was written from.
 */
export async function unfamiliarIndex(known: TestQuestion[]): Promise<LibraryIndex> {
  const whole = await bundledIndex()
  const vectorOf = (text: string) => unitVector(termsOf(wordsOf(text), whole.vocabulary), (term) => whole.idf(term))
  const vectors = known.map(({ question }) => vectorOf(question))
  const isFamiliar = (line: string) => {
    const vector = vectorOf(line)
    return vectors.some((other) => {
      let likeness = 0
      for (const [term, weight] of vector) likeness += weight * (other.get(term) ?? 0)
      return likeness > mostLikeness
    })
  }
  const unlike = (lines: string[]) => lines.filter((line) => !isFamiliar(line))
  const kept = (all: Map<string, string[]>) => new Map([...all].map(([place, lines]) => [place, unlike(lines)]))
  const { vocabulary } = whole
  return indexLibrary(libraryPolicies(), {
    ...vocabulary,
    asked: kept(vocabulary.asked),
    outside: kept(vocabulary.outside),
  })
}
