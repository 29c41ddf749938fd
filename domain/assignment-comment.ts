// A comment on an assignment, between the client's side and the team. Like a message, it is never edited, and its sender
// can retract it for ten minutes.
import { z } from 'zod'
import { Message } from './message.ts'
import { Id, requiredText } from './text.ts'

export const AssignmentCommentInput = z.strictObject({ content: requiredText('Enter a comment.') })
export type AssignmentCommentInput = z.infer<typeof AssignmentCommentInput>

export const AssignmentComment = Message.omit({ documents: true }).extend({
  assignmentId: Id,
  assignmentTitle: z.string(),
})
export type AssignmentComment = z.infer<typeof AssignmentComment>
