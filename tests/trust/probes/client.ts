// Somebody at a running portal: a session, and calls with it.
import { runningConnection } from '../../../server/embedded-postgres/supervisor.ts'
import pg from 'pg'

export interface Reply {
  status: number
  text: string
  headers: Headers
  milliseconds: number
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface Client {
  cookie: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

const patienceMilliseconds = 20_000

export const visitor = (url: string, cookie = ''): Client => ({
  cookie,
  async call(method, path, body, headers = {}) {
    const began = performance.now()
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMilliseconds),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      milliseconds: performance.now() - began,
      body: isJson ? JSON.parse(text) : null,
    }
  },
})

export const demoPassword = (username: string) => `demo-${username}-2026`

export async function signIn(url: string, username: 'admin' | 'staff' | 'client' | 'master'): Promise<Client> {
  const reply = await visitor(url).call('POST', '/api/login', { username, password: demoPassword(username) })
  if (reply.status !== 200) throw new Error(`${username} was not signed in: ${reply.status} ${reply.text}`)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return visitor(url, cookie)
}

export async function folderOf(client: Client): Promise<string> {
  const { body } = await client.call('GET', '/api/client-folders')
  return body[0].id as string
}

/** Of a portal that runs, from its own PostgreSQL. */
export async function rowsOf<Row>(dataDir: string, statement: string): Promise<Row[]> {
  const connection = runningConnection(dataDir)
  if (connection === undefined) throw new Error('PostgreSQL does not run.')
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
