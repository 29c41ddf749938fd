// A small in-memory S3 server: for tests about the portal's requests to a store and failures of the store, on machines
// without Swift. It checks each signature, and replies as Swift was observed to.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../server/file-storage/file-store.ts'

interface StoredObject {
  bytes: Buffer
  at: Date
}

export interface S3Server {
  settings: S3Settings
  objects: Map<string, StoredObject>
  /** Started and neither joined nor aborted. */
  uploads: Map<string, { key: string; at: Date; parts: Map<number, Buffer> }>
  /** How it misbehaves instead of replying. */
  mood: 'well' | 'silent' | 'failing' | 'damaging' | 'slow'
  stop(): Promise<void>
}

/** The settings of a portal whose files are in this store. */
export const s3Environment = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

export async function startS3Server(bucket: string): Promise<S3Server> {
  const settings = { endpoint: '', bucket, region: 'us-east-1', accessKeyId: 'portal', secretAccessKey: 'a secret' }
  const server = createServer((request, response) => {
    if (state.mood === 'silent') return
    answer(state, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: S3Server = {
    settings,
    objects: new Map(),
    uploads: new Map(),
    mood: 'well',
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return state
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', state.settings.endpoint)
  const end = (status: number, text = '', headers: Record<string, string | number> = {}) =>
    void response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
  const no = (status: number, code: string) => end(status, `<Error><Code>${code}</Code></Error>`)
  if (!(await isSigned(state.settings, request, url))) return no(403, 'SignatureDoesNotMatch')
  if (state.mood === 'failing') return no(503, 'ServiceUnavailable')
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (bucket !== state.settings.bucket) return no(404, 'NoSuchBucket')
  const key = rest.join('/')
  const query = url.searchParams
  const upload = state.uploads.get(query.get('uploadId') ?? '')
  if (query.has('uploadId') && upload === undefined) return no(404, 'NoSuchUpload')
  const body = await whole(request)
  if (body === null) return
  if (state.mood === 'slow') await wait(800)
  if (key === '' && request.method === 'HEAD') return end(200)
  if (key === '' && query.has('uploads')) return end(200, listUploads(state))
  if (key === '') return end(200, list(state, query))
  const etag = { etag: `"${md5(state.mood === 'damaging' ? Buffer.from('other') : body)}"` }
  if (request.method === 'POST' && query.has('uploads')) {
    const uploadId = randomUUID()
    state.uploads.set(uploadId, { key, at: new Date(), parts: new Map() })
    return end(200, `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (upload !== undefined) {
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return end(200, '', etag)
    }
    state.uploads.delete(query.get('uploadId') ?? '')
    if (request.method === 'DELETE') return end(204)
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    const pieces = numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))
    if (pieces.slice(0, -1).some(({ length }) => length < 5_242_880))
      return end(200, '<Error><Code>EntityTooSmall</Code></Error>')
    state.objects.set(key, { bytes: Buffer.concat(pieces), at: new Date() })
    return end(200, '<CompleteMultipartUploadResult/>')
  }
  if (request.method === 'PUT') {
    state.objects.set(key, { bytes: body, at: new Date() })
    return end(200, '', etag)
  }
  const found = state.objects.get(key)
  if (request.method === 'DELETE') {
    state.objects.delete(key)
    return end(204)
  }
  if (found === undefined) return request.method === 'HEAD' ? end(404) : no(404, 'NoSuchKey')
  sendAnswer(request, response, found.bytes)
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, bytes: Buffer) {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const start = Number(asked?.[1] ?? 0)
  const last = asked?.[2] ? Math.min(Number(asked[2]), bytes.length - 1) : bytes.length - 1
  if (start > last && asked !== null)
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end()
  const part = bytes.subarray(start, last + 1)
  const range = asked === null ? {} : { 'content-range': `bytes ${start}-${last}/${bytes.length}` }
  response.writeHead(asked === null ? 200 : 206, { ...range, etag: `"${md5(bytes)}"`, 'content-length': part.length })
  response.end(request.method === 'HEAD' ? undefined : part)
}

/** Two at a time, so that the portal must request further pages. */
function list({ objects }: S3Server, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const shown = keys.slice(0, 2).map((key) => {
    const { bytes, at } = objects.get(key) as StoredObject
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const next = keys.length > 2 ? `<NextContinuationToken>${keys[1]}</NextContinuationToken>` : ''
  return `<ListBucketResult>${shown.join('')}${next}</ListBucketResult>`
}

const listUploads = ({ uploads }: S3Server) =>
  `<ListMultipartUploadsResult>${[...uploads]
    .map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    .join('')}</ListMultipartUploadsResult>`

/** Signs the request again with its signed parts, and compares. */
async function isSigned({ accessKeyId, secretAccessKey, region }: S3Settings, request: IncomingMessage, url: URL) {
  const sent = request.headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(sent)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(
    names.filter((name) => name !== 'host').map((name) => [name, String(request.headers[name])]),
  )
  const datetime = String(request.headers['x-amz-date'])
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: url.href,
    headers,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime,
    allHeaders: true,
  })
  return (await signer.sign()).headers.get('authorization') === sent
}

/** Null if the sender disconnected before the end. */
async function whole(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return Buffer.concat(await request.toArray())
  } catch {
    return null
  }
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
