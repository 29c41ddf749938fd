// An open tab that records its live events.
import type { Caller } from './test-app.ts'

export interface Change {
  type: string
  id: string | null
  clientFolderId: string | null
}

export interface Tab {
  status: number
  received: Change[]
  /** Everything received, unparsed. */
  text: () => string
  close: () => void
  hasEnded: () => boolean
}

/** @param address where the portal listens; `query` may name the open folder */
export async function openTab(address: string, caller: Caller, query = ''): Promise<Tab> {
  const cut = new AbortController()
  const response = await fetch(`${address}/api/events${query}`, {
    headers: { cookie: caller.cookie ?? '' },
    signal: cut.signal,
  })
  const received: Change[] = []
  let text = ''
  let ended = false
  void (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        const piece = decoder.decode(chunk, { stream: true })
        text += piece
        const parts = (rest + piece).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1]
          if (data && /^event: change$/m.test(part)) received.push(JSON.parse(data) as Change)
        }
      }
    } catch {
      // aborted by the test itself
    }
    ended = true
  })()
  return { status: response.status, received, text: () => text, close: () => cut.abort(), hasEnded: () => ended }
}
