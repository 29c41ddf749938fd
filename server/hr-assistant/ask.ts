// What the assistant says to a question, before anything of it is stored: a verified answer, the built-in one, or the one that a
// language model wrote from the same passages.
import type { AssistantConversation, AssistantPassage } from '../../domain/hr-assistant.ts'
import { leastConfidence, noConfidence, notHeld } from '../../domain/hr-assistant.ts'
import type { Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import { crisisText, findCrisis } from './crisis.ts'
import { libraryOf } from './library.ts'
import { personFirstFor } from './person-first.ts'
import { answerFrom } from './search/ask.ts'
import { matchChecked } from './search/checked.ts'
import { type Passage, wordCount } from './search/passages.ts'
import { writeAnswer } from './writer.ts'

export interface Said extends Pick<
  AssistantConversation,
  | 'kind'
  | 'crisis'
  | 'language'
  | 'response'
  | 'confidence'
  | 'passages'
  | 'personFirst'
  | 'source'
  | 'relevantPolicyIds'
> {
  verifiedAnswerId: string | null
}

/** @param said is told each sentence that a language model wrote, as soon as it may be believed */
export async function answerQuestion(
  db: Database,
  { llm, provider }: Pick<Config, 'llm' | 'provider'>,
  query: string,
  said?: (sentence: string) => void,
): Promise<Said> {
  const crisis = findCrisis(query)
  if (crisis !== null)
    return {
      ...put(null, crisisText(crisis), []),
      kind: 'crisis',
      crisis: crisis.kind,
      language: crisis.language,
      confidence: noConfidence,
      source: 'library',
      verifiedAnswerId: null,
    }
  const personFirst = personFirstFor(query, provider)
  const { index, checked } = await libraryOf(db)
  const match = matchChecked(query, checked, index)
  if (match !== null) {
    const { id, answer, passages } = match.answer
    return {
      ...put(personFirst, answer, passages),
      confidence: match.confidence,
      source: 'checked',
      verifiedAnswerId: id,
    }
  }
  const found = answerFrom(query, index, wordCount(personFirst ?? ''))
  if (found.confidence < leastConfidence)
    return {
      ...put(personFirst, notHeld, []),
      kind: 'not-found',
      confidence: found.confidence,
      source: 'library',
      verifiedAnswerId: null,
    }
  const passages = found.passages.map(({ passage, quote }) => asPassage(passage, quote))
  const written = llm === undefined ? null : await writeAnswer(llm, materialOf(query, found.passages), said)
  return {
    ...put(personFirst, written ?? found.response, passages),
    confidence: found.confidence,
    source: written === null ? 'library' : 'written',
    verifiedAnswerId: null,
  }
}

const put = (personFirst: string | null, answer: string, passages: AssistantPassage[]) => ({
  kind: 'answer' as const,
  crisis: null,
  language: 'en' as const,
  response: personFirst === null ? answer : `${personFirst}\n\n${answer}`,
  personFirst,
  passages,
  relevantPolicyIds: [...new Set(passages.map(({ policyId }) => policyId))],
})

export const asPassage = ({ policy, heading, anchor }: Passage, quote: string): AssistantPassage => ({
  policyId: policy.id,
  slug: policy.slug,
  title: policy.title,
  heading,
  anchor,
  quote,
})

const materialOf = (question: string, passages: { passage: Passage }[]) => ({
  question,
  passages: passages.map(({ passage: { policy, heading, blocks } }) => ({
    title: policy.title,
    heading,
    text: blocks.flat().join(' '),
  })),
})
