// Messages between the portal and its search thread. In their own file, so that starting the portal does not load the
// search code (3 MB).
import { z } from 'zod'
import type { Employer } from '../../domain/audience.ts'
import { AssistantPassage, type ConversationKind, type NextStep } from '../../domain/hr-assistant.ts'
import type { Context } from './search/ask.ts'
import { LibraryPolicy } from './search/passages.ts'

export const StoredAnswer = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  passages: z.array(AssistantPassage),
})
export type StoredAnswer = z.infer<typeof StoredAnswer>

export const LibraryText = z.object({
  policies: z.array(LibraryPolicy.omit({ sections: true }).extend({ content: z.string() })),
  answers: z.array(StoredAnswer),
})
export type LibraryText = z.infer<typeof LibraryText>

export interface AnswerRequest {
  query: string
  /** Words of the answer's limit that are already used. */
  reserved: number
  context: Context | null
  employer: Employer
}

export type SearchRequest =
  | { do: 'load'; text: LibraryText }
  | ({ do: 'answer' } & AnswerRequest)
  | { do: 'find'; words: string; count: number }
  | { do: 'quote'; policyId: string; anchor: string }

export interface LibraryAnswer {
  kind: ConversationKind
  language: 'en' | 'es'
  /** Empty if the library has no answer. */
  response: string
  direct: string | null
  applies: string | null
  confidence: number
  passages: AssistantPassage[]
  nextSteps: NextStep[]
  likeQuestion: string | null
  choices: string[]
  answerIds: string[]
  /** The sentences that a language model may select from, verbatim, each with its passage. */
  material: { passage: AssistantPassage; text: string }[]
  verifiedAnswerId: string | null
}

/** Null: nothing is loaded yet, for example in the replacement for a failed thread. */
export type SearchReply = { answered: LibraryAnswer } | { passages: AssistantPassage[] } | { loaded: true } | null
