// Takes in a file to be looked at: in memory only, so that nothing of it is kept, and never more of them at once than there is room.
import type { IncomingMessage } from 'node:http'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { DomainError } from '../../domain/errors.ts'
import { cutOff, tooLarge } from '../file-storage/files.ts'

/** For all files that are on their way or looked at, at the same time. */
const room = 6 * verificationLimitBytes
let taken = 0

export async function received<T>(request: IncomingMessage, look: (bytes: Buffer) => Promise<T>): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of arriving(request)) {
      size += chunk.length
      taken += chunk.length
      if (size > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
      if (taken > room)
        throw new DomainError('unavailable', 'Many files are being verified. Please try again in a moment.')
      chunks.push(chunk)
    }
    return await look(Buffer.concat(chunks))
  } finally {
    taken -= size
  }
}

/** A sender who goes away is no fault of ours; a refusal leaves the stream whole, so that it can still be answered. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw error instanceof DomainError ? error : cutOff()
  }
}
