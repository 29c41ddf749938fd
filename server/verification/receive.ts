// Receives a file to verify: in memory only, so that nothing is stored, and never more at a time than there is room.
import type { IncomingMessage } from 'node:http'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { DomainError } from '../../domain/errors.ts'
import { cutOff, tooLarge } from '../file-storage/files.ts'

/** For all files being received or verified at the same time, and for those of one network. */
const room = { all: 6 * verificationLimitBytes, network: 2 * verificationLimitBytes }
const taken = new Map<string, number>()
/** For the complete file: 25 MB over a line of 1.7 Mbit/s. */
const maxSeconds = 120

const take = (subject: string, bytes: number): number => {
  const now = (taken.get(subject) ?? 0) + bytes
  if (now === 0) taken.delete(subject)
  else taken.set(subject, now)
  return now
}

/** @param network of the sender */
export async function received<T>(
  request: IncomingMessage,
  network: string,
  look: (bytes: Buffer) => Promise<T>,
  { seconds = maxSeconds } = {},
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
  const chunks: Buffer[] = []
  let size = 0
  // A sender who sends a byte now and then would use its part of the room for as long as it likes.
  const late = setTimeout(() => request.destroy(), seconds * 1000).unref()
  try {
    for await (const chunk of arriving(request)) {
      size += chunk.length
      const now = { network: take(network, chunk.length), all: take('all', chunk.length) }
      if (size > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
      if (now.network > room.network || now.all > room.all)
        throw new DomainError('unavailable', 'Many files are being verified. Try again in a moment.')
      chunks.push(chunk)
    }
    clearTimeout(late)
    return await look(Buffer.concat(chunks))
  } finally {
    clearTimeout(late)
    take(network, -size)
    take('all', -size)
  }
}

/**
 * A sender who disconnects is not a fault. A refusal leaves the stream intact, so that the request can still get a
 * reply.
 */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw error instanceof DomainError ? error : cutOff()
  }
}
