// The answer as it is written (POST /api/hr-assistant/stream, text/event-stream): sentences, then the conversation as it was kept.
import { askAssistantLive } from '../../api/hr-assistant.ts'
import type { AssistantConversationView } from '../../domain/hr-assistant.ts'
import { CallError } from '../kit/call.ts'

export async function askLive(
  question: { query: string; clientFolderId: string },
  said: (sentence: string) => void,
): Promise<AssistantConversationView> {
  const response = await fetch(askAssistantLive.path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(question),
  })
  if (!response.ok || response.body === null)
    throw new CallError({ status: response.status, text: await response.text(), sentence: '' })
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === 'sentence') said((JSON.parse(data) as { text: string }).text)
    // The server has checked it against the same declaration.
    if (event === 'conversation') return JSON.parse(data) as AssistantConversationView
    if (event === 'failure') break
  }
  throw new CallError({ status: 0, text: 'The answer broke off.', sentence: '' })
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ''
      yield { event: field('event'), data: field('data') }
    }
  }
}
