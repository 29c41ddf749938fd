// Sends a stored file: never as content that a browser would run, and in ranges if requested.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Range } from './file-store.ts'
import type { Files } from './files.ts'
import { disposition } from '../kit/disposition.ts'

export interface FileToSend {
  key: string
  size: number
  /** Determined from the content, never what the uploader claimed. */
  mimeType: string
  /** The name shown to people; any text. */
  name: string
  /** Hexadecimal; the reply's ETag. */
  sha256: string
  inline: boolean
  /**
   * Called with the range that was sent, once the reply was completely handed to the network. Not called for a PDF that
   * the browser's own viewer requested: it may have shown nothing (docs/decisions/0063).
   */
  delivered?: ((sent: Range) => void) | null
}

/** Opens the file, waits for `beforeSending`, then sends. A HEAD request opens nothing. */
export async function sendFile(
  files: Pick<Files, 'read'>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  beforeSending: (range: Range | null) => Promise<void>,
): Promise<void> {
  const range = rangeOf(request, file)
  reply.headers({
    // A viewer that requests ranges aborts the first response, so what it received would be unknown.
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
  const { stream } = await files.read(file.key, range ?? undefined)
  try {
    await beforeSending(range)
  } catch (error) {
    stream.destroy()
    throw error
  }
  // Only now: a refusal is a completed reply as well.
  const { delivered } = file
  const isForViewer = file.inline && request.headers['sec-fetch-mode'] === 'navigate'
  if (delivered && !isForViewer) reply.raw.once('finish', () => delivered(range ?? { start: 0, end: file.size - 1 }))
  reply.send(stream)
}

/**
 * Nothing in the file may load or run. Only PDFs are shown (`nosniff` enforces the type): WebKit's viewer shows nothing
 * within a sandbox, and needs its own styles (docs/decisions/0040).
 */
export const policy = (inline: boolean) =>
  inline
    ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * A single range per RFC 9110. Several ranges, or an unreadable one, get the complete file; one beyond the end gets
 * 'none'.
 */
function rangeOf({ headers }: FastifyRequest, { size, sha256 }: FileToSend): Range | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null
  if (headers['if-range'] !== undefined && headers['if-range'] !== `"${sha256}"`) return null
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'none' : { start, end }
}
