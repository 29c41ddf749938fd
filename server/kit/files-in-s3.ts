// Files in a bucket of any store that speaks S3. Bytes pass through as they come: none is held for longer than its part.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { conflict } from '../../domain/errors.ts'
import { nothingThere, storeAway, type Store } from './file-store.ts'
import { checkedKey, checkedName, cutOff } from './files.ts'
import { newId } from './id.ts'
import { openS3, type S3Answer } from './s3-calls.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Of what comes without a length, this much is held at a time. S3 takes ten thousand parts, each but the last of 5 MiB at least. */
const pieceBytes = 8_388_608

export function storeInS3(settings: S3Settings): Store {
  const call = openS3(settings)
  /** Not every store can refuse to overwrite. Keys are made once, and an upload's row lets one writer in at a time. */
  const underWay = new Set<string>()
  const objectOf = (key: string) => `objects/${checkedKey(key)}`
  const partsOf = (name: string) => `parts/${checkedName(name)}/`
  const partOf = (name: string, number: number) => `${partsOf(name)}${Math.trunc(number)}`

  /** One PUT where the length is known; what turns out shorter or is cut off never becomes an object. */
  async function put(path: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void> {
    const md5 = createHash('md5')
    const answer = await call({ method: 'PUT', path, body: { bytes: hashed(bytes, md5, size), size } })
    expectOk(answer)
    await expectSame(path, answer, md5.digest('hex'))
  }

  /** In parts of the store's own, which it joins; nothing is there under the key until it has. */
  async function putInPieces(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const pieces = inPieces(bytes)
    const first = await pieces.next()
    const second = await pieces.next()
    if (second.done === true) {
      const only = first.done === true ? Buffer.alloc(0) : first.value
      return put(path, one(only), only.length)
    }
    const started = await call({ method: 'POST', path, query: { uploads: '' } })
    expectOk(started)
    const uploadId = textIn(started.text, 'UploadId')
    if (uploadId === '') throw new Error('The store began an upload without naming it')
    try {
      const etags: string[] = []
      const send = async (piece: Buffer) => {
        const query = { partNumber: String(etags.length + 1), uploadId }
        const answer = await call({ method: 'PUT', path, query, body: { bytes: one(piece), size: piece.length } })
        expectOk(answer)
        etags.push(answer.headers.etag ?? '')
      }
      await send(first.value as Buffer)
      await send(second.value)
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) await send(next.value)
      await join(path, uploadId, etags)
    } catch (error) {
      // What is left there is no file, and the store drops it in time; the error that led here is the one to tell.
      await call({ method: 'DELETE', path, query: { uploadId } }).catch(() => {})
      throw error
    } finally {
      await pieces.return(undefined)
    }
  }

  async function join(path: string, uploadId: string, etags: string[]): Promise<void> {
    const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const answer = await call({
      method: 'POST',
      path,
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: { bytes: one(body), size: body.length },
      patienceMilliseconds: 60_000,
    })
    expectOk(answer)
    // It may begin with 200 and say only then that it failed.
    if (/<Error>/.test(answer.text))
      throw new Error(`The store could not join the parts: ${textIn(answer.text, 'Code')}`)
  }

  /** Of a store whose ETag is not the MD5 (encrypted by its own keys), its word that all bytes came is enough. */
  async function expectSame(path: string, { headers }: S3Answer, md5: string): Promise<void> {
    const etag = headers.etag?.replaceAll('"', '') ?? ''
    if (!/^[0-9a-f]{32}$/.test(etag) || etag === md5 || headers['x-amz-server-side-encryption'] !== undefined) return
    await call({ method: 'DELETE', path })
    throw new Error('The store received other bytes than were sent')
  }

  async function read(path: string, range?: { start: number; end: number }) {
    const last = range === undefined || range.end === Infinity ? '' : String(range.end)
    const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${last}` }
    const answer = await call({ method: 'GET', path, headers, stream: true })
    if (answer.status === 404) throw nothingThere(path)
    if (answer.status === 416) return { stream: Readable.from([]), size: sizeIn(answer), version: '' }
    expectOk(answer)
    return { stream: answer.stream as Readable, size: sizeIn(answer), version: answer.headers.etag ?? '' }
  }

  const remove = async (path: string) => void expectOk(await call({ method: 'DELETE', path }), 404)

  const exists = async (path: string) => {
    const answer = await call({ method: 'HEAD', path })
    return answer.status === 404 ? false : expectOk(answer)
  }

  async function* list(prefix: string): AsyncGenerator<{ path: string; size: number; changedAt: Date }> {
    let token: string | undefined
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': '1000' }
      if (token !== undefined) query['continuation-token'] = token
      const answer = await call({ method: 'GET', path: '', query })
      expectOk(answer)
      for (const entry of answer.text.match(/<Contents>.*?<\/Contents>/gs) ?? [])
        yield {
          path: textIn(entry, 'Key'),
          size: Number(textIn(entry, 'Size')),
          changedAt: new Date(textIn(entry, 'LastModified')),
        }
      token = textIn(answer.text, 'NextContinuationToken') || undefined
    } while (token !== undefined)
  }

  return {
    name: `s3 ${new URL(settings.endpoint).host}/${settings.bucket}`,
    place: { s3: settings },

    async write(key, bytes, size) {
      const path = objectOf(key)
      if (underWay.has(path)) throw conflict('This upload was already stored.')
      underWay.add(path)
      try {
        if (await exists(path)) throw conflict('This upload was already stored.')
        await (size === undefined ? putInPieces(path, bytes) : put(path, bytes, size))
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
        await put(`${partsOf(name)}begun`, one(Buffer.alloc(0)), 0)
        return name
      },
      async write(name, number, bytes, size) {
        if (size === undefined) throw new Error('A part has a length')
        if (!(await exists(`${partsOf(name)}begun`))) throw conflict('This upload was cancelled.')
        await put(partOf(name, number), bytes, size)
        if (await exists(`${partsOf(name)}begun`)) return
        await remove(partOf(name, number))
        throw conflict('This upload was cancelled.')
      },
      read: async (name, number) => read(partOf(name, number)),
      async drop(name) {
        await remove(`${partsOf(name)}begun`)
        for await (const { path } of list(partsOf(name))) await remove(path)
      },
    },

    async sweep(before) {
      for await (const { path, changedAt } of list('parts/')) if (changedAt < before) await remove(path)
      const answer = await call({ method: 'GET', path: '', query: { uploads: '' } })
      expectOk(answer)
      for (const entry of answer.text.match(/<Upload>.*?<\/Upload>/gs) ?? [])
        if (new Date(textIn(entry, 'Initiated')) < before)
          expectOk(
            await call({
              method: 'DELETE',
              path: textIn(entry, 'Key'),
              query: { uploadId: textIn(entry, 'UploadId') },
            }),
            404,
          )
    },

    async check() {
      const { status } = await call({ method: 'HEAD', path: '' })
      if (status === 404) throw new Error(`The store has no bucket "${settings.bucket}"`)
      if (status === 403) throw new Error('The store refuses these S3 keys')
      if (status !== 200) throw new Error(`The store answers ${status} for the bucket "${settings.bucket}"`)
    },
  }
}

/** A fault of the store is one that may pass; anything else it says no to is ours to know. */
function expectOk({ status, text }: S3Answer, ...others: number[]): true {
  if ((status >= 200 && status < 300) || others.includes(status)) return true
  if (status >= 500 || status === 429) throw storeAway()
  throw new Error(`The store answered ${status} ${textIn(text, 'Code')}`)
}

const sizeIn = ({ headers }: S3Answer) =>
  Number(headers['content-range']?.split('/').at(-1) ?? headers['content-length'])

function textIn(xml: string, name: string): string {
  const found = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? ''
  return found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

async function* one(bytes: Buffer) {
  if (bytes.length > 0) yield bytes
}

async function* hashed(bytes: AsyncIterable<Buffer>, md5: ReturnType<typeof createHash>, size: number) {
  let sent = 0
  for await (const chunk of bytes) {
    sent += chunk.length
    md5.update(chunk)
    yield chunk
  }
  if (sent !== size) throw cutOff()
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
