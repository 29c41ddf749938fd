// Answers a question before anything is stored: with a verified answer, the built-in one, or one whose sentences a
// language model selected.
import type { Employer } from '../../domain/audience.ts'
import type { AssistantConversation, AssistantPassage } from '../../domain/hr-assistant.ts'
import { noConfidence, noAnswerSentence } from '../../domain/hr-assistant.ts'
import type { Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import { type Crisis, crisisText, findCrisis } from './crisis.ts'
import { libraryOf } from './library.ts'
import { personFirstFor } from './person-first.ts'
import type { Context } from './search/ask.ts'
import { wordCount } from './search/passages.ts'
import type { LibraryAnswer } from './search-messages.ts'
import { selectSentences } from './writer.ts'

export interface AnswerContent extends Pick<
  AssistantConversation,
  | 'kind'
  | 'crisis'
  | 'language'
  | 'response'
  | 'direct'
  | 'applies'
  | 'confidence'
  | 'passages'
  | 'nextSteps'
  | 'likeQuestion'
  | 'choices'
  | 'threadId'
  | 'personFirst'
  | 'source'
  | 'relevantPolicyIds'
> {
  answerIds: string[]
  verifiedAnswerId: string | null
}

export interface AskInput {
  query: string
  /** The previous question of the thread. */
  context: (Context & { threadId: string }) | null
  employer: Employer
}

/** @param onSentence called with each sentence that a language model selects */
export async function answerQuestion(
  db: Database,
  { llm, provider }: Pick<Config, 'llm' | 'provider'>,
  { query, context, employer }: AskInput,
  onSentence: (sentence: string) => void = () => {},
): Promise<AnswerContent> {
  const threadId = context?.threadId ?? null
  const crisis = findCrisis(query)
  if (crisis?.isCertain === true) return inCrisis(crisis, threadId)
  const personFirst = crisis === null ? personFirstFor(query, provider) : crisisText(crisis)
  const answered = await libraryOf(db).answer({ query, reserved: wordCount(personFirst ?? ''), context, employer })
  if (crisis !== null && answered.kind !== 'answer') return inCrisis(crisis, threadId)
  const { material, verifiedAnswerId, ...rest } = answered
  const isFound = rest.kind === 'answer' && verifiedAnswerId === null
  const selected = llm === undefined || !isFound ? null : await select(llm, query, material)
  for (const { text } of selected ?? []) onSentence(text)
  const answer = answered.response === '' ? noAnswerSentence : answered.response
  return {
    ...rest,
    ...(selected === null
      ? put(personFirst, answer, answered.passages)
      : { ...put(personFirst, paragraphsOf(selected), passagesOf(selected)), direct: selected[0]?.text ?? null }),
    threadId,
    source: verifiedAnswerId !== null ? 'checked' : selected === null ? 'library' : 'selected',
    verifiedAnswerId,
  }
}

/** Whom to call, and nothing else. */
const inCrisis = (crisis: Crisis, threadId: string | null): AnswerContent => ({
  ...put(null, crisisText(crisis), []),
  kind: 'crisis',
  crisis: crisis.kind,
  language: crisis.language,
  direct: null,
  applies: null,
  nextSteps: [],
  likeQuestion: null,
  choices: [],
  answerIds: [],
  threadId,
  confidence: noConfidence,
  source: 'library',
  verifiedAnswerId: null,
})

type Sentences = LibraryAnswer['material']

async function select(llm: NonNullable<Config['llm']>, question: string, material: Sentences) {
  const sentences = material.map(({ text, passage: { title, heading } }) => ({ title, heading, text }))
  const places = await selectSentences(llm, { question, sentences })
  return places === null ? null : places.map((place) => material[place] as Sentences[number])
}

const addressOf = ({ policyId, anchor }: AssistantPassage) => `${policyId}#${anchor}`

/** One paragraph for each run of sentences from the same passage. */
function paragraphsOf(sentences: Sentences): string {
  let text = ''
  for (const [i, { text: sentence, passage }] of sentences.entries()) {
    const before = sentences[i - 1]?.passage
    const isNew = before === undefined || addressOf(before) !== addressOf(passage)
    text += `${i === 0 ? '' : isNew ? '\n\n' : ' '}${sentence}`
  }
  return text
}

/** Each passage once, with the first sentence selected from it. */
const passagesOf = (sentences: Sentences): AssistantPassage[] =>
  [...new Map(sentences.toReversed().map(({ passage }) => [addressOf(passage), passage])).values()].toReversed()

const put = (personFirst: string | null, answer: string, passages: AssistantPassage[]) => ({
  crisis: null,
  response: personFirst === null ? answer : `${personFirst}\n\n${answer}`,
  personFirst,
  passages,
  relevantPolicyIds: [...new Set(passages.map(({ policyId }) => policyId))],
})
