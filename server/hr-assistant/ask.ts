// What the assistant says to a question, before anything of it is stored: a verified answer, the built-in one, or the one that a
// language model wrote from the same passages.
import type { AssistantConversation, AssistantPassage } from '../../domain/hr-assistant.ts'
import { noConfidence, notHeld } from '../../domain/hr-assistant.ts'
import type { Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import { crisisText, findCrisis } from './crisis.ts'
import { libraryOf } from './library.ts'
import { personFirstFor } from './person-first.ts'
import { wordCount } from './search/passages.ts'
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
  const answered = await libraryOf(db).answer(query, wordCount(personFirst ?? ''))
  const { kind, language, confidence, passages, material, verifiedAnswerId } = answered
  const answer = answered.response === '' ? notHeld : answered.response
  const isFound = kind === 'answer' && verifiedAnswerId === null
  const written =
    llm === undefined || !isFound ? null : await writeAnswer(llm, { question: query, passages: material }, said)
  return {
    ...put(personFirst, written ?? answer, passages),
    kind,
    language,
    confidence,
    source: verifiedAnswerId !== null ? 'checked' : written === null ? 'library' : 'written',
    verifiedAnswerId,
  }
}

const put = (personFirst: string | null, answer: string, passages: AssistantPassage[]) => ({
  crisis: null,
  response: personFirst === null ? answer : `${personFirst}\n\n${answer}`,
  personFirst,
  passages,
  relevantPolicyIds: [...new Set(passages.map(({ policyId }) => policyId))],
})
