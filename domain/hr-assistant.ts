// The HR assistant: questions answered only from the library, rated by the user, and escalated to the team if there is no
// answer.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, versioned, optionalId, optionalText, requiredText, textLimit } from './text.ts'

/** In characters; a longer case belongs in a message to the team. */
export const maxQuestionCharacters = 1000

export const AssistantQuestion = z.strictObject({
  query: requiredText('Enter a question.', maxQuestionCharacters).transform((query) => query.trim()),
  /** The folder whose team sees the question if there is no answer; optional for a person with one folder. */
  clientFolderId: optionalId,
  /** The caller's question that this one follows up: "and if she quits?" */
  previousId: optionalId,
})
export type AssistantQuestion = z.infer<typeof AssistantQuestion>

/** Sixty questions a minute per person, over all endpoints. */
export const questionLimit = {
  tries: 60,
  windowSeconds: 60,
  sentence: 'You’ve asked many questions in one minute. Wait a moment, then try again.',
}

/** Below this the assistant says that the library has no answer. */
export const minConfidence = 50

/**
 * The confidence of questions that are never answered, such as a crisis, so that it does not reveal which kind it was.
 */
export const noConfidence = 3

export const noAnswerSentence = 'The library doesn’t have an answer to this.'

/** "High, 95%"; "2%, not in the library" */
export function confidenceWords(confidence: number): string {
  if (confidence < minConfidence) return `${confidence}%, not in the library`
  return `${confidence >= 90 ? 'High' : confidence >= 75 ? 'Medium' : 'Low'}, ${confidence}%`
}

/** A literal passage of a policy, and its address: `/hr-policies/<slug>#<anchor>`. */
export const AssistantPassage = z.object({
  policyId: Id,
  slug: z.string(),
  title: z.string(),
  heading: z.string(),
  anchor: z.string(),
  quote: z.string(),
  /**
   * The date that the guide's law was checked (ISO), and how settled the guide says it is. Earlier answers have
   * neither.
   */
  asOf: z.string().nullish(),
  status: z.string().nullish(),
})
export type AssistantPassage = z.infer<typeof AssistantPassage>

export const placeOf = ({ slug, anchor }: Pick<AssistantPassage, 'slug' | 'anchor'>) => `/hr-policies/${slug}#${anchor}`

export const ConversationAction = z.enum(['rate', 'export', 'hand-over'])
export type ConversationAction = z.infer<typeof ConversationAction>

/**
 * The source of an answer: the portal itself, an answer verified by the team, or sentences selected by a language
 * model. Those written by a model are from earlier releases.
 */
export const AnswerSource = z.enum(['library', 'checked', 'written', 'selected'])
export type AnswerSource = z.infer<typeof AnswerSource>

/**
 * The kind of reply: an answer from the library, a question back, or why there is none. A crisis gets only phone
 * numbers.
 */
export const ConversationKind = z.enum([
  'answer',
  'clarify',
  'not-found',
  'other-jurisdiction',
  'other-language',
  'crisis',
])
export type ConversationKind = z.infer<typeof ConversationKind>

export const CrisisKind = z.enum(['self-harm', 'threat', 'medical', 'fire', 'child'])
export type CrisisKind = z.infer<typeof CrisisKind>

export const AnswerLanguage = z.enum(['en', 'es'])
export type AnswerLanguage = z.infer<typeof AnswerLanguage>

/** A next step: fill in a form, meet a deadline, or read a law update. `href` is a page of the portal. */
export const NextStep = z.object({
  kind: z.enum(['form', 'deadline', 'policy', 'law-update']),
  text: z.string(),
  href: z.string(),
})
export type NextStep = z.infer<typeof NextStep>

/** Why an answer did not help. */
export const RatingReason = z.enum(['wrong-topic', 'incomplete', 'unclear', 'out-of-date', 'other'])
export type RatingReason = z.infer<typeof RatingReason>
export const ratingReasonLabels: Record<RatingReason, string> = {
  'wrong-topic': 'Not what I asked',
  incomplete: 'Something is missing',
  unclear: 'Hard to understand',
  'out-of-date': 'Out of date or wrong',
  other: 'Another reason',
}

export const AssistantConversation = z.object({
  id: Id,
  userId: Id,
  /** Null for the team's own questions and those of people without a folder. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  query: z.string(),
  kind: ConversationKind,
  /** The kind of crisis, if `kind` is one. */
  crisis: CrisisKind.nullable(),
  /** The language of the response. */
  language: AnswerLanguage,
  response: z.string(),
  relevantPolicyIds: z.array(Id),
  confidence: z.int().min(0).max(100),
  wasHelpful: z.boolean().nullable(),
  passages: z.array(AssistantPassage),
  /** The first question of the thread; null for a first question. */
  threadId: Id.nullable(),
  /** The sentence that answers the question, which starts the response; null if there is no answer. */
  direct: z.string().nullable(),
  /** Whether the answer applies to the user's organization, by number of employees and sector. */
  applies: z.string().nullable(),
  nextSteps: z.array(NextStep),
  /** The most similar question of the library. */
  likeQuestion: z.string().nullable(),
  /** Suggested questions: if two answers tie, and after a decline. */
  choices: z.array(z.string()),
  ratingReason: RatingReason.nullable(),
  /** Whom to call first, if the question is about harm to someone. The response begins with it. */
  personFirst: z.string().nullable(),
  source: AnswerSource,
  /** The provider's name, if its team verified the answer. */
  checkedBy: z.string().nullable(),
  escalatedAt: Instant.nullable(),
  escalatedFolderId: Id.nullable(),
  createdAt: Instant,
  ...versioned,
})
export type AssistantConversation = z.infer<typeof AssistantConversation>

export const AssistantConversationView = AssistantConversation.extend({ allowed: z.array(ConversationAction) })
export type AssistantConversationView = z.infer<typeof AssistantConversationView>

/** The number that the button of a crisis reply calls. */
export const crisisNumber = (crisis: CrisisKind): '988' | '911' => (crisis === 'self-harm' ? '988' : '911')

export const isDeclined = ({ confidence }: Pick<AssistantConversation, 'confidence'>) => confidence < minConfidence

/** True, false, or null to remove a rating. */
export const Rating = z
  .strictObject({
    wasHelpful: z.boolean('Choose yes or no.').nullable(),
    reason: RatingReason.nullable().default(null),
  })
  .refine(({ wasHelpful, reason }) => reason === null || wasHelpful === false, {
    path: ['reason'],
    message: 'Give a reason only for an answer that didn’t help.',
  })
export type Rating = z.infer<typeof Rating>

/**
 * The folder whose thread gets the question; optional for a client with one folder. `content` is the client's
 * additional text.
 */
export const EscalationInput = z.strictObject({ clientFolderId: optionalId, content: optionalText })
export type EscalationInput = z.infer<typeof EscalationInput>

/** A crisis is not exported: nothing of it leaves the page. */
export function assertCanExport({ kind }: Pick<AssistantConversation, 'kind'>): void {
  if (kind === 'crisis') throw conflict('This answer can’t be exported.')
}

type Passed = Pick<AssistantConversation, 'escalatedAt'>
type ConversationState = Passed & Pick<AssistantConversation, 'kind'>

export function allowedActions(conversation: ConversationState, actor: Actor): ConversationAction[] {
  const actions: ConversationAction[] = conversation.kind === 'crisis' ? [] : ['rate', 'export']
  return isClient(actor) && conversation.escalatedAt === null ? [...actions, 'hand-over'] : actions
}

/** A crisis is not rated: a rating would add it to the team's queue. */
export function assertCanRate({ kind }: Pick<AssistantConversation, 'kind'>): void {
  if (kind === 'crisis') throw conflict('This answer can’t be rated.')
}

/** Only clients escalate a question, once each. */
export function assertCanEscalate(conversation: Passed, actor: Actor): void {
  if (!isClient(actor)) throw forbidden('You’re on the team. Send a message in the client folder instead.')
  if (conversation.escalatedAt !== null)
    throw conflict('You already sent this question to the team. They’ll reply in your folder’s messages.')
}

/** The message in the folder's thread: the question, the client's text, and the passages that were found. */
export function escalationMessage(
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
      : [quoted.length === 0 ? noAnswerSentence : `What the library says about it:\n\n${quoted.join('\n\n')}`]),
  ].join('\n\n')
  const head = 'I asked the HR assistant:\n\n'
  const room = textLimit - head.length - 2
  const question =
    query.length + rest.length > room ? `${query.slice(0, Math.max(200, room - rest.length - 1))}…` : query
  return `${head}${question}\n\n${rest}`.slice(0, textLimit)
}

/** Shown on the empty page. */
export const exampleQuestions = [
  'How often must hourly employees be paid in Virginia?',
  'When does paid sick leave start for a business with 30 employees?',
  'May we ask applicants what they earned in their last job?',
  'Who in a school has to report suspected child abuse, and how fast?',
] as const

export const assistantTips = [
  'Ask one question at a time, in your own words. Spelling doesn’t matter.',
  'Include your number of employees, or that you’re a school, if it matters.',
  'Read the passages. Each one links to its place in the policy.',
  'For a specific situation, send the question to our team.',
] as const

export const AssistantOffer = z.object({
  /** Whether a language model streams the answers. */
  streams: z.boolean(),
  examples: z.array(z.string()),
  tips: z.array(z.string()),
})
