// A kept file as an answer: never as something that a browser would run, in ranges where it asks for them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Files, Range } from './files.ts'
import { disposition } from '../kit/disposition.ts'

export interface FileToSend {
  key: string
  size: number
  /** Ours, from the content; never what an uploader said. */
  mimeType: string
  /** The name a person sees; anything at all. */
  name: string
  /** Hexadecimal; the answer's ETag. */
  sha256: string
  inline: boolean
  /** Called with what was sent, once the response was handed to the network whole. */
  delivered?: ((sent: Range) => void) | null
}

/** Opens the file, has `beforeSending` done, then sends. A HEAD opens nothing. */
export async function sendFile(
  files: Pick<Files, 'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  beforeSending: (range: Range | null) => Promise<void>,
): Promise<void> {
  const range = rangeOf(request, file)
  reply.headers({
    // A viewer that asks for ranges cuts the first response off, so that what it was sent can't be told.
    'accept-ranges': file.delivered ? 'none' : 'bytes',
    'content-disposition': disposition(file.inline ? 'inline' : 'attachment', file.name),
    'content-security-policy': policy(file.inline),
    etag: `"${file.sha256}"`,
  })
  if (range === 'none') {
    reply.code(416).header('content-range', `bytes */${file.size}`).send()
    return
  }
  const length = range === null ? file.size : range.end - range.start + 1
  reply.type(file.mimeType).header('content-length', length)
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  if (request.raw.method === 'HEAD') {
    reply.send()
    return
  }
  const { delivered } = file
  if (delivered) reply.raw.once('finish', () => delivered(range ?? { start: 0, end: file.size - 1 }))
  const { stream } = await files.read(file.key, range ?? undefined)
  try {
    await beforeSending(range)
  } catch (error) {
    stream.destroy()
    throw error
  }
  reply.send(stream)
}

/**
 * Nothing in the file may load or run. What is shown is always a PDF (`nosniff` keeps it one): WebKit's viewer shows nothing within
 * a sandbox, and needs the styles that it brings along (docs/decisions/0040).
 */
export const policy = (inline: boolean) =>
  inline
    ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "default-src 'none'; frame-ancestors 'none'; sandbox"

/** One range as RFC 9110 has it; several, or none that is readable, get the whole file; one beyond the end gets 'none'. */
function rangeOf({ headers }: FastifyRequest, { size, sha256 }: FileToSend): Range | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null
  if (headers['if-range'] !== undefined && headers['if-range'] !== `"${sha256}"`) return null
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'none' : { start, end }
}
