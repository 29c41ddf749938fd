// The thread that answers questions from the library, so that no question holds up the portal's other requests (library.ts).
import { AssistantPassage, type ConversationKind, noConfidence } from '../../domain/hr-assistant.ts'
import { z } from 'zod'
import { sectionsOf } from '../hr-policies/markdown.ts'
import { isAboutWork, jurisdictionText } from './jurisdiction.ts'
import { answerFrom } from './search/ask.ts'
import { type CheckedQuestion, matchChecked, readChecked } from './search/checked.ts'
import { languageOf, languageText } from './search/language.ts'
import { indexLibrary, type LibraryIndex } from './search/library-index.ts'
import { LibraryPolicy } from './search/passages.ts'
import { understand } from './search/question.ts'
import { asPassage, beginningOf } from './search/quote.ts'
import { search } from './search/ranking.ts'
import { bundledVocabulary } from './search/vocabulary.ts'

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

export type SearchRequest =
  | { do: 'load'; text: LibraryText }
  | { do: 'answer'; query: string; reserved: number }
  | { do: 'find'; words: string; count: number }
  | { do: 'quote'; policyId: string; anchor: string }

export interface Answered {
  kind: ConversationKind
  language: 'en' | 'es'
  /** Empty where the library holds no answer. */
  response: string
  confidence: number
  passages: AssistantPassage[]
  /** The whole text of each passage, for a language model. */
  material: { title: string; heading: string; text: string }[]
  verifiedAnswerId: string | null
}

/** Null: nothing is loaded yet, as in a thread that replaces one that failed. */
export type SearchReply = { answered: Answered } | { passages: AssistantPassage[] } | { loaded: true } | null

let loaded: { index: LibraryIndex; checked: CheckedQuestion<StoredAnswer>[] } | null = null

export default async function handle(request: SearchRequest): Promise<SearchReply> {
  if (request.do === 'load') {
    loaded = await load(request.text)
    return { loaded: true }
  }
  if (loaded === null) return null
  const { index, checked } = loaded
  if (request.do === 'answer') return { answered: answer(request.query, request.reserved, index, checked) }
  if (request.do === 'find') {
    const { found } = search(understand(request.words, index), index)
    return {
      passages: found.slice(0, request.count).map(({ passage }) => asPassage(passage, beginningOf(passage.blocks))),
    }
  }
  const passage = index.passages.find(
    ({ policy, anchor }) => policy.id === request.policyId && anchor === request.anchor,
  )
  return { passages: passage === undefined ? [] : [asPassage(passage, beginningOf(passage.blocks))] }
}

async function load({ policies, answers }: LibraryText) {
  const read = policies.map(({ content, ...policy }) => ({ ...policy, sections: sectionsOf({ content }) }))
  const index = await indexLibrary(read, loaded?.index.vocabulary ?? bundledVocabulary())
  return { index, checked: answers.map((stored) => readChecked(stored, stored.question, index)) }
}

function answer(
  query: string,
  reserved: number,
  index: LibraryIndex,
  checked: CheckedQuestion<StoredAnswer>[],
): Answered {
  const none = { language: 'en' as const, passages: [], material: [], verifiedAnswerId: null }
  const match = matchChecked(query, checked, index)
  if (match !== null) {
    const { id, answer: response, passages } = match.answer
    return { ...none, kind: 'answer', response, confidence: match.confidence, passages, verifiedAnswerId: id }
  }
  const language = languageOf(query, index.lexicon)
  if (language !== 'en')
    return {
      ...none,
      kind: 'other-language',
      language: language === 'es' ? 'es' : 'en',
      response: languageText(language),
      confidence: noConfidence,
    }
  const { declined, elsewhere, response, confidence, passages } = answerFrom(query, index, reserved)
  // "What is the capital of Australia?" asks for no one's rules.
  if (elsewhere !== null && isAboutWork(query))
    return { ...none, kind: 'other-jurisdiction', response: jurisdictionText(elsewhere), confidence }
  return {
    ...none,
    kind: declined ? 'not-found' : 'answer',
    response,
    confidence,
    passages: passages.map(({ passage, quote }) => asPassage(passage, quote)),
    material: passages.map(({ passage: { policy, heading, blocks } }) => ({
      title: policy.title,
      heading,
      text: blocks.flat().join(' '),
    })),
  }
}
