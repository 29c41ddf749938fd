// The team's queue of questions that the assistant could not answer, and the answers that the team verified.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { forbidden } from './errors.ts'
import { AssistantConversation, AssistantPassage } from './hr-assistant.ts'
import { Id, Instant, versioned, optionalId, requiredText } from './text.ts'

/** Why a question is in the team's queue. */
export const QueueReason = z.enum(['unanswered', 'not-helpful'])

/** A question in the team's queue: no answer was found, or it was rated as not helpful. */
export const QueuedQuestion = AssistantConversation.omit({ escalatedAt: true, escalatedFolderId: true }).extend({
  reason: QueueReason,
  askedBy: z.string().nullable(),
  isEscalated: z.boolean(),
})
export type QueuedQuestion = z.infer<typeof QueuedQuestion>

const PassageChoice = z.strictObject({
  policyId: Id,
  anchor: z.string('Choose a passage.').min(1, 'Choose a passage.').max(300, 'Choose a passage.'),
})

/** Rewritten by the team, never copied from a client; `conversationId` is the question in the queue that it answers. */
export const VerifiedAnswerInput = z.strictObject({
  question: requiredText('Enter the question in general terms.').refine(
    (question) => question.length <= 500,
    'Use at most 500 characters for the question.',
  ),
  answer: requiredText('Enter the answer.').refine(
    (answer) => answer.trim().split(/\s+/).length <= 120,
    'Use at most 120 words.',
  ),
  passages: z
    .array(PassageChoice, 'Choose the passages that the answer is based on.')
    .min(1, 'Choose at least one passage that the answer is based on.')
    .max(3, 'Choose at most three passages.'),
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
  ...versioned,
})
export type VerifiedAnswer = z.infer<typeof VerifiedAnswer>

/** The author of a verified answer, and administrators, may withdraw it. */
export function assertCanWithdrawAnswer(verified: Pick<VerifiedAnswer, 'createdById'>, actor: Actor): void {
  if (!isAdministrator(actor) && verified.createdById !== actor.id)
    throw forbidden('Only the author of this answer or an administrator can retire it.')
}

/**
 * The first word in a text that identifies a client (a name or an address), or null. A verified answer is shown to
 * everyone, so it must not mention a client.
 */
export function clientWordIn(text: string, words: readonly (string | null)[]): string | null {
  const plain = text.toLowerCase()
  return (
    words.find((word) => word !== null && word.trim().length > 2 && plain.includes(word.trim().toLowerCase())) ?? null
  )
}
