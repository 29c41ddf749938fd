// Built portals as separate processes with a proxy in front, as in a real deployment.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../server/embedded-postgres/supervisor.ts'
import { temporaryFolder } from './database.ts'

export const builtProgram = join(import.meta.dirname, '../../dist/server/main.js')
const masterKey = randomBytes(32).toString('base64')

export interface Instance {
  port: number
  url: string
  pid: number
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Its standard output and error. */
  output: () => string
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Resolves when it is ready. */
export async function startInstance(settings: NodeJS.ProcessEnv, program = builtProgram): Promise<Instance> {
  const instance = await launchInstance(settings, program)
  const until = Date.now() + 90_000
  while (!(await answers(`${instance.url}/healthz`))) {
    const over = await Promise.race([instance.ended.then(() => true), pause(50).then(() => false)])
    if (over || Date.now() > until) throw new Error(`The instance did not start: ${instance.output()}`)
  }
  return instance
}

export async function launchInstance(settings: NodeJS.ProcessEnv, program = builtProgram): Promise<Instance> {
  if (!existsSync(program)) throw new Error('There is no built portal: npm run build.')
  const [port, folder] = [await freePort(), temporaryFolder()]
  const url = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const base = { PATH, HOME, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn', DEMO: 'on' }
  const child = spawn(process.execPath, [program], {
    env: { ...base, MASTER_KEY: masterKey, TRUST_PROXY: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  void ended.then(() => rmSync(folder, { recursive: true, force: true }))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    port,
    url,
    pid: child.pid ?? 0,
    ended,
    output: () => output.join(''),
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}

export interface Proxy {
  url: string
  /** Ports of the instances, used in turn. */
  ports: number[]
  close(): void
}

/** Forwards to the instances in turn. Retries on the next one only what reached none: a write is never sent twice. */
export async function startProxy(): Promise<Proxy> {
  const ports: number[] = []
  let turn = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => pass(request, Buffer.concat(chunks), response, ports.length))
  })

  function pass(request: IncomingMessage, body: Buffer, response: ServerResponse, tries: number) {
    const port = ports[turn++ % ports.length]
    const from = [request.headers['x-forwarded-for'], request.socket.remoteAddress].flat().filter(Boolean).join(', ')
    const headers = { ...request.headers, 'x-forwarded-for': from }
    const onward = send({ host: '127.0.0.1', port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      answer.on('aborted', () => response.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries > 1) return pass(request, body, response, tries - 1)
      if (response.headersSent) return void response.destroy()
      response.writeHead(502).end()
    })
    response.on('close', () => onward.destroy())
    onward.end(body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ports, close }
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.ok,
    () => false,
  )
