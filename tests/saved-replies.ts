// Saved replies for tests.
import type { Caller } from './test-app.ts'

export const repliesPath = '/api/saved-replies'

export const replyInput = (more: object = {}) => ({
  title: 'Handbook questions',
  content: 'Hi {{first name}}, we received your questions about the handbook of {{company}}.',
  ...more,
})

export async function savedReply(by: Caller, more: object = {}): Promise<string> {
  const { status, body, text } = await by.post(repliesPath, replyInput(more))
  if (status !== 201) throw new Error(`The reply could not be created: ${text}`)
  return body.id
}
