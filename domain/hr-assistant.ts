// The HR assistant: questions answered from the library alone, rated by who asked, passed on to the team where it holds no answer,
// and answers that the team has checked.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, kept, optionalId, optionalText, requiredText, textLimit } from './text.ts'

/** Characters of a question; a case that takes more belongs in a message to the team. */
export const maxQuestionCharacters = 1000

export const AssistantQuestion = z.strictObject({
  query: requiredText('Please write a question.', maxQuestionCharacters).transform((query) => query.trim()),
  /** Whose team sees the question if it finds no answer; a person with one folder need not say. */
  clientFolderId: optionalId,
})
export type AssistantQuestion = z.infer<typeof AssistantQuestion>

/** Sixty questions a minute for each person, whichever way they are sent. */
export const questionLimit = {
  tries: 60,
  windowSeconds: 60,
  sentence: 'Those were many questions in one minute. Please wait a moment.',
}

/** Below this the assistant says that the library does not hold an answer, and gives none. */
export const leastConfidence = 50

/** The confidence of what is never answered, such as a crisis: no one can tell from it which of them it was. */
export const noConfidence = 3

export const notHeld = 'The library does not hold an answer to this.'

/** A percentage as a person would say it. */
export function confidenceWords(confidence: number): string {
  if (confidence >= 90) return 'Very sure'
  if (confidence >= 75) return 'Fairly sure'
  return confidence >= leastConfidence ? 'Not quite sure' : 'Not in the library'
}

/** A piece of a policy, word for word, and where it stands: `/hr-policies/<slug>#<anchor>`. */
export const AssistantPassage = z.object({
  policyId: Id,
  slug: z.string(),
  title: z.string(),
  heading: z.string(),
  anchor: z.string(),
  quote: z.string(),
})
export type AssistantPassage = z.infer<typeof AssistantPassage>

export const placeOf = ({ slug, anchor }: Pick<AssistantPassage, 'slug' | 'anchor'>) => `/hr-policies/${slug}#${anchor}`

export const ConversationMove = z.enum(['rate', 'hand-over'])
export type ConversationMove = z.infer<typeof ConversationMove>

/** How an answer came about: by the portal itself, checked by the team, or written by a language model from the passages. */
export const AnswerSource = z.enum(['library', 'checked', 'written'])
export type AnswerSource = z.infer<typeof AnswerSource>

/** What an answer is: from the library, or why there is none. A crisis has no answer but whom to call. */
export const ConversationKind = z.enum(['answer', 'not-found', 'other-jurisdiction', 'other-language', 'crisis'])
export type ConversationKind = z.infer<typeof ConversationKind>

export const CrisisKind = z.enum(['self-harm', 'threat', 'medical', 'fire', 'child'])
export type CrisisKind = z.infer<typeof CrisisKind>

export const AnswerLanguage = z.enum(['en', 'es'])
export type AnswerLanguage = z.infer<typeof AnswerLanguage>

export const AssistantConversation = z.object({
  id: Id,
  userId: Id,
  /** Null for the team's own questions and those of people without a folder. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  query: z.string(),
  kind: ConversationKind,
  /** Which crisis, where `kind` is one. */
  crisis: CrisisKind.nullable(),
  /** The language of the response. */
  language: AnswerLanguage,
  response: z.string(),
  relevantPolicyIds: z.array(Id),
  confidence: z.int().min(0).max(100),
  wasHelpful: z.boolean().nullable(),
  passages: z.array(AssistantPassage),
  /** Whom to call first, where the question is about harm to somebody. The response begins with it. */
  personFirst: z.string().nullable(),
  source: AnswerSource,
  /** The provider's name, where its team has checked the answer. */
  checkedBy: z.string().nullable(),
  handedOverAt: Instant.nullable(),
  handedOverFolderId: Id.nullable(),
  createdAt: Instant,
  ...kept,
})
export type AssistantConversation = z.infer<typeof AssistantConversation>

export const AssistantConversationView = AssistantConversation.extend({ allowed: z.array(ConversationMove) })
export type AssistantConversationView = z.infer<typeof AssistantConversationView>

/** The number that the one button of a crisis answer calls. */
export const crisisNumber = (crisis: CrisisKind): '988' | '911' => (crisis === 'self-harm' ? '988' : '911')

export const isDeclined = ({ confidence }: Pick<AssistantConversation, 'confidence'>) => confidence < leastConfidence

/** True, false, or null for a rating that is taken back. */
export const Rating = z.strictObject({ wasHelpful: z.boolean('Please say yes or no.').nullable() })
export type Rating = z.infer<typeof Rating>

/** Which folder's thread the question goes to; a client with one folder need not say. `content` is what the client adds. */
export const HandOver = z.strictObject({ clientFolderId: optionalId, content: optionalText })
export type HandOver = z.infer<typeof HandOver>

type Passed = Pick<AssistantConversation, 'handedOverAt'>
type Asked = Passed & Pick<AssistantConversation, 'kind'>

export function allowedMoves(conversation: Asked, actor: Actor): ConversationMove[] {
  const moves: ConversationMove[] = conversation.kind === 'crisis' ? [] : ['rate']
  return isClient(actor) && conversation.handedOverAt === null ? [...moves, 'hand-over'] : moves
}

/** A crisis is not rated: a rating would put it into the team's queue. */
export function assertCanRate({ kind }: Pick<AssistantConversation, 'kind'>): void {
  if (kind === 'crisis') throw conflict('This answer can’t be rated.')
}

/** Only clients pass a question on, and each once. */
export function assertCanEscalate(conversation: Passed, actor: Actor): void {
  if (!isClient(actor)) throw forbidden('You are the team: write to the client folder instead.')
  if (conversation.handedOverAt !== null)
    throw conflict('You have already passed this question to the team. They answer in the messages of your folder.')
}

/** What stands in the folder's thread: the question, what the client adds, and the passages that were found. */
export function handOverMessage(
  { query, passages, kind }: Pick<AssistantConversation, 'query' | 'passages' | 'kind'>,
  content: string | null,
): string {
  const quoted = passages.map(
    (passage) => `${passage.title}, ${passage.heading} (${placeOf(passage)}):\n“${passage.quote}”`,
  )
  const rest = [
    ...(content === null ? [] : [content]),
    ...(kind === 'crisis'
      ? []
      : [quoted.length === 0 ? notHeld : `What the library says about it:\n\n${quoted.join('\n\n')}`]),
  ].join('\n\n')
  const head = 'A question from the HR assistant:\n\n'
  const room = textLimit - head.length - 2
  const question =
    query.length + rest.length > room ? `${query.slice(0, Math.max(200, room - rest.length - 1))}…` : query
  return `${head}${question}\n\n${rest}`.slice(0, textLimit)
}

/** Why a question waits for the team. */
export const QueueReason = z.enum(['unanswered', 'not-helpful'])

/** A question in the team's queue: no answer was found, or it was rated as not helpful. */
export const QueuedQuestion = AssistantConversation.omit({ handedOverAt: true, handedOverFolderId: true }).extend({
  reason: QueueReason,
  askedBy: z.string().nullable(),
  handedOver: z.boolean(),
})
export type QueuedQuestion = z.infer<typeof QueuedQuestion>

const PassageChoice = z.strictObject({
  policyId: Id,
  anchor: z.string('Please choose a passage.').min(1, 'Please choose a passage.').max(300, 'Please choose a passage.'),
})

/** Written anew by the team, never copied from a client; `conversationId` is the question of the queue that it answers. */
export const VerifiedAnswerInput = z.strictObject({
  question: requiredText('Please write the question in general words.').refine(
    (question) => question.length <= 500,
    'Please use at most 500 characters for the question.',
  ),
  answer: requiredText('Please write the answer.').refine(
    (answer) => answer.trim().split(/\s+/).length <= 120,
    'Please answer in at most 120 words.',
  ),
  passages: z
    .array(PassageChoice, 'Please choose the passages that the answer rests on.')
    .min(1, 'Please choose at least one passage that the answer rests on.')
    .max(3, 'Please choose at most three passages.'),
  conversationId: optionalId,
})
export type VerifiedAnswerInput = z.infer<typeof VerifiedAnswerInput>

export const VerifiedAnswer = z.object({
  id: Id,
  question: z.string(),
  answer: z.string(),
  passages: z.array(AssistantPassage),
  createdById: Id,
  createdByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type VerifiedAnswer = z.infer<typeof VerifiedAnswer>

/** Whoever wrote a verified answer, and administrators, may take it out of use. */
export function assertCanWithdrawAnswer(verified: Pick<VerifiedAnswer, 'createdById'>, actor: Actor): void {
  if (!isAdministrator(actor) && verified.createdById !== actor.id)
    throw forbidden('Only who wrote this answer or an administrator can take it out of use.')
}

/**
 * The first of a client's own words (names, addresses) that a text holds, or null. An answer that everyone may get must not
 * speak of one client.
 */
export function clientWordIn(text: string, words: readonly (string | null)[]): string | null {
  const plain = text.toLowerCase()
  return (
    words.find((word) => word !== null && word.trim().length > 2 && plain.includes(word.trim().toLowerCase())) ?? null
  )
}

/** What the page begins with. */
export const exampleQuestions = [
  'How often must hourly employees be paid in Virginia?',
  'When does paid sick leave start for a business with 30 employees?',
  'May we ask applicants what they earned in their last job?',
  'Who in a school has to report suspected child abuse, and how fast?',
] as const

export const assistantTips = [
  'Ask one thing at a time, in your own words. Spelling does not matter.',
  'Say how many people you employ, or that you are a school, where it matters.',
  'Read the passages: each leads to its place in the policy.',
  'A case of your own belongs with our team; pass the question on.',
] as const

export const AssistantOffer = z.object({
  /** A language model writes the answers, sentence by sentence. */
  streams: z.boolean(),
  examples: z.array(z.string()),
  tips: z.array(z.string()),
})
