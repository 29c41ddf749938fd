// A client of a running portal, the portal's commands, and its rows.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runningConnection } from '../../../server/embedded-postgres/supervisor.ts'
import { callOn, firstFolder, type Way } from '../../instances/writers.ts'
import { pdf } from '../../samples.ts'

export interface Reply {
  status: number
  text: string
  headers: Headers
  milliseconds: number
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface Client extends Way {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

export const visitor = (url: string, cookie = ''): Client => ({
  url,
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
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    const milliseconds = performance.now() - began
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      milliseconds,
      body: isJson ? JSON.parse(text) : null,
    }
  },
})

export const demoPassword = (username: string) => `demo-${username}-2026`

export async function signIn(url: string, username: string, password = demoPassword(username)): Promise<Client> {
  const reply = await visitor(url).call('POST', '/api/login', { username, password })
  if (reply.status !== 200) throw new Error(`${username} was not signed in: ${reply.status} ${reply.text}`)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return visitor(url, cookies.join('; '))
}

export const messagesPath = async (client: Client) => `/api/client-folders/${await firstFolder(client)}/messages`

/** The status of the first refused call, or 201. */
export async function sendDocument(client: Client, clientFolderId: string, name: string): Promise<number> {
  const call = callOn(client)
  const asked = await call('POST', '/api/objects/upload')
  if (asked.status !== 201) return asked.status
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  const bytes = pdf(name)
  const target = client.url + uploadURL.replace(/^https?:\/\/[^/]+/, '')
  const put = await fetch(target, { method: 'PUT', headers: { cookie: client.cookie }, body: new Uint8Array(bytes) })
  if (!put.ok) return put.status
  const about = { fileName: name, originalName: name, fileSize: bytes.length, mimeType: 'application/pdf' }
  return (await call('PUT', '/api/documents', { documentURL: uploadURL, clientFolderId, ...about })).status
}

/** From a running portal's own PostgreSQL. */
export async function rowsOf<Row>(dataDir: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(runningConnection(dataDir))
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

export const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export interface Ended {
  code: number | null
  output: string
  seconds: number
}

/** Runs a program to completion, or until its timeout. */
export async function run(program: string, args: string[], env?: NodeJS.ProcessEnv, seconds = 3600): Promise<Ended> {
  const began = performance.now()
  const { PATH, HOME } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output.join(''), seconds: (performance.now() - began) / 1000 }
}

/** One of the portal's commands, as run by an administrator in a terminal. */
export const runCommand = (name: string, args: string[], settings: NodeJS.ProcessEnv): Promise<Ended> =>
  run(process.execPath, [join(import.meta.dirname, `../../../dist/server/${name}.js`), ...args], settings)

export const has = (tool: string) => spawnSync('which', [tool]).status === 0
