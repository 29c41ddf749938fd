// One signed call to the store, which never waits for long: whoever asks the portal for a file is told within five seconds that it
// cannot be reached.
import { once as event } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { storeAway } from './file-store.ts'
import type { S3Settings } from './files-in-s3.ts'

export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Below the bucket, as it is; signing encodes it. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: { bytes: AsyncIterable<Buffer>; size: number }
  /** The answer's body as a stream; otherwise it is read as text, of which a store says little. */
  stream?: boolean
  patienceMilliseconds?: number
}

export interface S3Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  stream: Readable | null
}

const patience = 4500

export function openS3({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const base = `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`
  const { request, Agent } = endpoint.startsWith('https:') ? https : http
  // A line that was kept may end just as it is used again; only what can be asked twice goes over one.
  const kept = new Agent({ keepAlive: true, maxSockets: 64 })

  return async function call(given: S3Call): Promise<S3Answer> {
    if (given.method !== 'GET' && given.method !== 'DELETE') return once(given, false)
    try {
      return await once(given, true)
    } catch (error) {
      if (error instanceof LineEnded) return once(given, false)
      throw error
    }
  }

  async function once(given: S3Call, mayReuse: boolean): Promise<S3Answer> {
    const { method, path, query = {}, body, stream = false, patienceMilliseconds = patience } = given
    const url = new URL(path === '' ? base : `${base}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(body.size) }
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...given.headers, ...length, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    const headers = Object.fromEntries((signed.headers as Headers).entries())
    const sent = request(signed.url, { method, headers: { ...headers, ...length }, agent: mayReuse ? kept : false })
    // Heard below while we wait for an answer; what comes after it (some stores send a body after HEAD) is of no matter.
    sent.on('error', () => {})
    try {
      const answered = event(sent, 'response') as Promise<[http.IncomingMessage]>
      // Whoever waits for the bytes first must not leave this one unheard.
      answered.catch(() => {})
      if (body === undefined) sent.end()
      else await write(sent, body.bytes, answered)
      const [answer] = await inTime(answered, patienceMilliseconds)
      if (method === 'HEAD') answer.on('error', () => {}).resume()
      const isStream = stream && (answer.statusCode ?? 0) < 300
      return {
        status: answer.statusCode ?? 0,
        headers: answer.headers as Record<string, string | undefined>,
        text: isStream || method === 'HEAD' ? '' : await textOf(chunks(answer)),
        stream: isStream ? streamOf(answer) : null,
      }
    } catch (error) {
      sent.destroy()
      if (mayReuse && sent.reusedSocket && isTrouble(error) && !(error instanceof TooSlow)) throw new LineEnded()
      throw isTrouble(error) ? storeAway() : error
    }
  }
}

/** The store's answer may come before all bytes are sent: then it has made up its mind. */
async function write(sent: http.ClientRequest, bytes: AsyncIterable<Buffer>, answered: Promise<unknown>) {
  const state = { isAnswered: false }
  const early = answered.finally(() => (state.isAnswered = true))
  // A line that ends while nothing waits for room is thrown by whoever waits for the answer.
  early.catch(() => {})
  for await (const chunk of bytes) {
    if (state.isAnswered) return
    if (!sent.write(chunk)) await inTime(Promise.race([event(sent, 'drain'), early]), patience)
  }
  sent.end()
}

/** Ended early, it ends the line too. */
function streamOf(answer: http.IncomingMessage): Readable {
  const plain = Readable.from(chunks(answer), { objectMode: false })
  plain.once('close', () => answer.destroy())
  return plain
}

async function* chunks(answer: http.IncomingMessage): AsyncGenerator<Buffer> {
  const each = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { value, done } = await inTime(each.next(), patience)
    if (done === true) return
    yield value
  }
}

const textLimit = 5_000_000

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > textLimit) throw new Error('The store says more than it should')
    all.push(chunk)
  }
  return Buffer.concat(all).toString()
}

class TooSlow extends Error {}
class LineEnded extends Error {}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooSlow('The store did not answer in time')), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** The line to the store, not what goes over it. */
const isTrouble = (error: unknown) =>
  error instanceof TooSlow ||
  (error instanceof Error &&
    'code' in error &&
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ERR_TLS|CERT_|DEPTH_ZERO|UNABLE_|SELF_SIGNED|ERR_SSL|HPE_)/.test(
      String(error.code),
    ))
