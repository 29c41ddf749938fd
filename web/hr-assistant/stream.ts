// The answer as it is written (POST /api/hr-assistant/stream, text/event-stream): sentences, then the stored conversation.
import { askAssistantLive } from '../../api/hr-assistant.ts'
import type { AssistantConversationView } from '../../domain/hr-assistant.ts'
import { CallError, callStream } from '../kit/call.ts'

export async function askLive(
  question: { query: string; clientFolderId: string; previousId: string },
  onSentence: (sentence: string) => void,
): Promise<AssistantConversationView> {
  const { body } = await callStream(askAssistantLive, { body: question })
  if (body === null) throw brokeOff('')
  for await (const { event, data } of eventsOf(body)) {
    if (event === 'sentence') onSentence((JSON.parse(data) as { text: string }).text)
    // The server has checked it against the same declaration.
    if (event === 'conversation') return JSON.parse(data) as AssistantConversationView
    if (event === 'failure') throw brokeOff((JSON.parse(data) as { message: string }).message)
  }
  throw brokeOff('')
}

const brokeOff = (sentence: string) =>
  new CallError({ status: 0, text: 'The answer was interrupted. Ask again.', sentence })

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
