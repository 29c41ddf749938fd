// A saved reply: a text that the team inserts into a message to a client. Its fields, such as {{first name}}, are filled in
// for the folder and the writer. It belongs to the whole team, and administrators edit it, or to one person.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { forbidden, invalid } from './errors.ts'
import { mayUsePart } from './folder-rights.ts'
import { fieldNameOf, fieldPattern, fieldProblem, type FieldValues, fillFields } from './template-fields.ts'
import { Id, Instant, versioned, requiredName, requiredText } from './text.ts'

/** Each field with what it is filled in with, in the order in which they are listed. */
export const replyFields: Record<string, string> = {
  'first name': 'The client’s first name',
  company: 'The name of the client folder',
  firm: 'The name of your firm',
  'firm phone': 'The phone number of your firm',
  'my name': 'The name of the person who writes the message',
  'invoice number': 'The number of the oldest outstanding invoice',
  'invoice due date': 'The due date of that invoice',
  'invoice balance': 'The balance due of that invoice',
}

export const SavedReplyInput = z.strictObject({
  title: requiredName('Enter a title.'),
  content: requiredText('Enter a text.').superRefine((content, context) => {
    const message = fieldProblem(replyFields, content)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  /** For the whole team. */
  isShared: z.boolean('Choose who can use the reply.').default(false),
})
export type SavedReplyInput = z.infer<typeof SavedReplyInput>

export const SavedReply = z.object({
  id: Id,
  title: z.string(),
  content: z.string(),
  /** False if it is the reader's own. */
  isShared: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type SavedReply = z.infer<typeof SavedReply>

export const SavedReplyAction = z.enum(['edit', 'delete'])
export const SavedReplyView = SavedReply.extend({ allowed: z.array(SavedReplyAction) })
export type SavedReplyView = z.infer<typeof SavedReplyView>

/** A saved reply for one folder. `missing` are its fields without a value, which the content has in brackets. */
export const FilledReply = z.object({ content: z.string(), missing: z.array(z.string()) })
export type FilledReply = z.infer<typeof FilledReply>

export const allowedForReply = ({ isShared }: Pick<SavedReply, 'isShared'>, actor: Actor) =>
  mayEdit(isShared, actor) ? SavedReplyAction.options : []

const mayEdit = (isShared: boolean, actor: Actor) => !isShared || isAdministrator(actor)

/**
 * Throws 403 for staff who don't see messages.
 * @param isShared whether the reply is, or would become, one of the whole team: 403 for everyone but administrators
 */
export function assertCanEditReply(isShared: boolean, actor: Actor): void {
  if (!mayUsePart(actor, 'messages')) throw forbidden('Your access doesn’t include messages.')
  if (!mayEdit(isShared, actor)) throw forbidden('Only an administrator can edit replies for the whole team.')
}

export function fillReply(content: string, values: FieldValues): FilledReply {
  const fields = [...content.matchAll(fieldPattern)].map(([, name = '']) => fieldNameOf(name))
  const missing = [...new Set(fields)].filter((field) => (values[field] ?? '').trim() === '')
  return { content: fillFields(content, values), missing }
}

const unfilled = new RegExp(
  Object.keys(replyFields)
    .flatMap((name) => [`\\[${name}\\]`, `\\{\\{${name}\\}\\}`])
    .join('|'),
  'i',
)

/** The first field that has not been filled in, as it is written: `[first name]`. */
export const unfilledFieldIn = (text: string): string | null => unfilled.exec(text)?.[0] ?? null

/** What is wrong with a message of the team. */
export function unfilledProblem(text: string): string | null {
  const field = unfilledFieldIn(text)
  return field === null ? null : `Replace ${field} before you send this message.`
}

/** Throws 400 for a message that still contains a field. */
export function assertFilledIn(content: string): void {
  const message = unfilledProblem(content)
  if (message !== null) throw invalid('content', message)
}
