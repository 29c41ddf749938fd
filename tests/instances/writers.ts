// Writers that retry with the same key until their message, or their payment, is acknowledged.
import { pause } from './fleet.ts'

/** How to call the portal: an address, and a session cookie. */
export interface Way {
  url: string
  cookie: string
}

export async function signInAt(url: string, username: 'admin' | 'staff' | 'client'): Promise<Way> {
  const body = JSON.stringify({ username, password: `demo-${username}-2026` })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`Signing in was answered with ${answer.status}.`)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { url, cookie: cookie.join('; ') }
}

export const callOn =
  ({ url, cookie }: Way) =>
  (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })

export async function readFrom<T>(way: Way, path: string): Promise<T> {
  const answer = await callOn(way)('GET', path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  return (await answer.json()) as T
}

export const firstFolder = async (way: Way): Promise<string> =>
  (await readFrom<{ id: string }[]>(way, '/api/client-folders'))[0]?.id ?? ''

export interface Writing {
  acknowledged: string[]
  /** Replies other than 201, with their number; 0 is no reply at all. */
  others: Map<number, number>
  /** The longest time of a reply, in milliseconds. */
  slowest: () => number
  /** Each finishes its current message. */
  stop(): Promise<void>
}

/** Replies during a fault that are worth a retry. */
const worthAnotherTry = [0, 409, 502, 503]
const betweenWritesMilliseconds = 40

export const startWriting = (way: Way, folderId: string, people = 5): Writing =>
  startPosting(way, `/api/client-folders/${folderId}/messages`, (content) => ({ content }), people)

/** Each payment is one cent, by a check with a number of its own. */
export const startPaying = (way: Way, invoiceId: string, people = 5): Writing =>
  startPosting(
    way,
    `/api/invoices/${invoiceId}/payments`,
    (reference) => ({ amount: 1, method: 'check', reference }),
    people,
  )

function startPosting(way: Way, path: string, bodyOf: (content: string) => object, people: number): Writing {
  const acknowledged: string[] = []
  const others = new Map<number, number>()
  let over = false
  let slowest = 0
  const post = callOn(way)

  async function attempt(content: string): Promise<number> {
    const began = performance.now()
    const key = { 'idempotency-key': content }
    const status = await post('POST', path, bodyOf(content), key).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      () => 0,
    )
    slowest = Math.max(slowest, performance.now() - began)
    return status
  }

  async function write(person: number) {
    for (let n = 0; !over; n++) {
      const content = `From ${person}, number ${n}`
      const until = Date.now() + 40_000
      for (;;) {
        const status = await attempt(content)
        if (status === 201) break
        others.set(status, (others.get(status) ?? 0) + 1)
        if (!worthAnotherTry.includes(status) || Date.now() > until)
          throw new Error(`"${content}" was answered with ${status} in the end.`)
        await pause(100)
      }
      acknowledged.push(content)
      await pause(betweenWritesMilliseconds)
    }
  }

  const writing = Promise.all(Array.from({ length: people }, (_, person) => write(person)))
  // The error is thrown where the result is awaited.
  writing.catch(() => {})
  return {
    acknowledged,
    others,
    slowest: () => slowest,
    async stop() {
      over = true
      await writing
    },
  }
}

/** Every message of a folder, including duplicates. */
export async function messagesIn(way: Way, folderId: string): Promise<string[]> {
  const there = await everyItem<{ content: string }>(way, `/api/client-folders/${folderId}/messages`)
  return there.map(({ content }) => content).filter((content) => content.startsWith('From '))
}

/** All pages of a list. */
export async function everyItem<T>(way: Way, path: string): Promise<T[]> {
  const there: T[] = []
  let next: string | null = `${path}?limit=200`
  while (next !== null) {
    const answer: Response = await callOn(way)('GET', next)
    there.push(...((await answer.json()) as T[]))
    next = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  }
  return there
}
