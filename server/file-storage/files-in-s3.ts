// Files in an S3-compatible bucket. Bytes are streamed; at most one part is held in memory. No call waits long: a
// request for a file fails within five seconds if the store can't be reached.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandOutput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { conflict } from '../../domain/errors.ts'
import { emptyStore, type Range, type S3Settings, storeUnavailable, type Store } from './file-store.ts'
import { checkedKey, checkedName, incompleteFileError } from './files.ts'
import { newId } from '../kit/id.ts'

/** Buffer for a stream of unknown length. S3 allows ten thousand parts, each but the last of at least 5 MiB. */
const partSize = 8_388_608

const timeout = 4500
/** For one part of a stream of unknown length, and for the store to join the parts. */
const partTimeout = 60_000

export function storeInS3(settings: S3Settings): Store {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings
  const openClient = (keepAlive: boolean, requestTimeout: number) => {
    const opened = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      // Not every store supports the newer checksums, or replies before it has the body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      // The client would write to the console itself; failures are thrown.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      requestHandler: {
        httpAgent: { keepAlive, maxSockets: 64 },
        httpsAgent: { keepAlive, maxSockets: 64 },
        // The browser that receives the file may be slow.
        socketTimeout: 0,
        requestTimeout,
        throwOnRequestTimeout: true,
      },
    })
    opened.middlewareStack.add((next) => async (args) => next(args).catch(rethrown), { step: 'initialize' })
    return opened
  }
  const client = openClient(true, partTimeout)
  // A kept-alive connection may close just as it is reused, and a streamed body can't be sent twice.
  const uploads = openClient(false, 0)

  /**
   * Not every store can refuse to overwrite. Keys are generated once, and an upload's row lets in one writer at a time.
   */
  const underWay = new Set<string>()
  const objectOf = (key: string) => `objects/${checkedKey(key)}`
  const partsOf = (name: string) => `parts/${checkedName(name)}/`
  const partOf = (name: string, number: number) => `${partsOf(name)}${Math.trunc(number)}`
  const soon = () => ({ abortSignal: AbortSignal.timeout(timeout) })

  async function put(Key: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void> {
    const md5 = createHash('md5')
    const answer = await sending(hashed(bytes, md5, size), async (Body, abortSignal) =>
      uploads.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size }), { abortSignal }),
    )
    if (isSame(answer, md5.digest('hex'))) return
    await remove(Key)
    throw new Error('The store received other bytes than were sent')
  }

  /** Multipart upload; the object does not exist until the store has joined the parts. */
  const putInParts = async (Key: string, bytes: AsyncIterable<Buffer>) =>
    new Upload({ client, params: { Bucket, Key, Body: Readable.from(bytes) }, partSize, queueSize: 1 }).done()

  async function read(Key: string, range?: Range) {
    const last = range === undefined || range.end === Infinity ? '' : String(range.end)
    const Range = range === undefined ? undefined : `bytes=${range.start}-${last}`
    // Applies until the reply begins; the body has its own limit, since its reader may be slow.
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), timeout)
    try {
      const answer = await client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal: abort.signal })
      const size = Number(answer.ContentRange?.split('/').at(-1) ?? answer.ContentLength)
      return { stream: streamOf(answer.Body as Readable), size, version: answer.ETag ?? '' }
    } catch (error) {
      if (statusOf(error) === 404) throw emptyStore(Key)
      if (statusOf(error) !== 416) throw error
      const answered = (error as S3ServiceException).$response?.headers['content-range'] as string | undefined
      return { stream: Readable.from([]), size: Number(answered?.split('/').at(-1)), version: '' }
    } finally {
      clearTimeout(timer)
    }
  }

  const remove = async (Key: string) =>
    void (await client.send(new DeleteObjectCommand({ Bucket, Key }), soon()).catch(unless404))

  const exists = async (Key: string) =>
    (await client.send(new HeadObjectCommand({ Bucket, Key }), soon()).catch(unless404)) !== undefined

  async function* list(Prefix: string): AsyncGenerator<{ path: string; size: number; changedAt: Date }> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), soon())
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        yield { path: Key as string, size: Size as number, changedAt: LastModified as Date }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  return {
    name: `s3 ${new URL(endpoint).host}/${Bucket}`,
    place: { s3: settings },

    async write(key, bytes, size) {
      const path = objectOf(key)
      if (underWay.has(path)) throw conflict('This upload was already stored.')
      underWay.add(path)
      try {
        if (await exists(path)) throw conflict('This upload was already stored.')
        await (size === undefined ? putInParts(path, bytes) : put(path, bytes, size))
      } finally {
        underWay.delete(path)
      }
    },

    read: async (key, range) => read(objectOf(key), range),
    exists: async (key) => exists(objectOf(key)),
    remove: async (key) => remove(objectOf(key)),

    async *list(namespace) {
      for await (const { path, ...rest } of list(`objects/${namespace}/`))
        yield { key: checkedKey(path.slice('objects/'.length)), ...rest }
    },

    free: async () => Infinity,

    parts: {
      async start() {
        const name = newId()
        await put(`${partsOf(name)}begun`, Readable.from([]), 0)
        return name
      },
      async write(name, number, bytes, size) {
        if (size === undefined) throw new Error('A part has a length')
        if (!(await exists(`${partsOf(name)}begun`))) throw conflict('This upload was canceled.')
        await put(partOf(name, number), bytes, size)
        if (await exists(`${partsOf(name)}begun`)) return
        await remove(partOf(name, number))
        throw conflict('This upload was canceled.')
      },
      read: async (name, number) => read(partOf(name, number)),
      async drop(name) {
        await remove(`${partsOf(name)}begun`)
        for await (const { path } of list(partsOf(name))) await remove(path)
      },
    },

    async sweep(before) {
      for await (const { path, changedAt } of list('parts/')) if (changedAt < before) await remove(path)
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }), soon())
      for (const { Key, UploadId, Initiated } of Uploads)
        if ((Initiated as Date) < before)
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), soon()).catch(unless404)
    },

    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }), soon())
      } catch (error) {
        if (statusOf(error) === 404) throw new Error(`The store has no bucket "${Bucket}"`, { cause: error })
        if (statusOf(error) === 403) throw new Error('The store refuses these S3 keys', { cause: error })
        throw error
      }
    },
  }
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

/** A fault of the store or the network may be temporary; a refusal by the store is a configuration error. */
function fault(error: unknown): unknown {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429 ? storeUnavailable() : error
  const isOfTheWay = error instanceof Error && (/^(Abort|Timeout)Error$/.test(error.name) || 'code' in error)
  return isOfTheWay ? storeUnavailable() : error
}

const rethrown = (error: unknown): never => {
  throw fault(error)
}

function unless404(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error
}

/**
 * If the ETag is not the MD5 (encrypted with the store's own keys), the store's confirmation that all bytes arrived is
 * enough.
 */
function isSame({ ETag = '', ServerSideEncryption }: PutObjectCommandOutput, md5: string): boolean {
  const etag = ETag.replaceAll('"', '')
  return !/^[0-9a-f]{32}$/.test(etag) || etag === md5 || ServerSideEncryption !== undefined
}

/**
 * Fails if the store accepts no data; waiting for `bytes` does not count. A truncated upload never becomes an object.
 */
async function sending<T>(bytes: AsyncIterable<Buffer>, send: (body: Readable, signal: AbortSignal) => Promise<T>) {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const wait = () => (timer = setTimeout(() => abort.abort(storeUnavailable()), timeout))
  async function* watched() {
    try {
      for await (const chunk of bytes) {
        wait()
        yield chunk
        clearTimeout(timer)
      }
      wait()
    } catch (error) {
      abort.abort(error)
    }
  }
  const body = Readable.from(watched(), { objectMode: false })
  try {
    return await send(body, abort.signal)
  } catch (error) {
    throw abort.signal.reason ?? error
  } finally {
    body.destroy()
    clearTimeout(timer)
  }
}

async function* hashed(bytes: AsyncIterable<Buffer>, md5: ReturnType<typeof createHash>, size: number) {
  let sent = 0
  for await (const chunk of bytes) {
    sent += chunk.length
    md5.update(chunk)
    yield chunk
  }
  if (sent !== size) throw incompleteFileError()
}

/** Destroying the stream closes the connection too. */
function streamOf(body: Readable): Readable {
  const limited = Readable.from(inTime(body), { objectMode: false })
  limited.once('close', () => body.destroy())
  return limited
}

async function* inTime(body: Readable): AsyncGenerator<Buffer> {
  const each = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const timer = setTimeout(() => body.destroy(storeUnavailable() as Error), timeout)
    const { value, done } = await each.next().finally(() => clearTimeout(timer))
    if (done === true) return
    yield value
  }
}
