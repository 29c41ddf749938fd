// Receives a file to verify: in memory only, so that nothing is stored, and never more at a time than there is room.
import type { IncomingMessage } from 'node:http'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { DomainError } from '../../domain/errors.ts'
import { incompleteFileError, tooLarge } from '../file-storage/files.ts'
import { openSlots } from '../kit/slots.ts'

/** For all files being received or verified at the same time, and for those of one network. */
const room = { all: 6 * verificationLimitBytes, network: 2 * verificationLimitBytes }
const taken = new Map<string, number>()
/** Received files that are being verified or wait for it: a single process verifies, up to 20 s for a hostile file. */
const ofSender = openSlots(2)
const ofAll = openSlots(6)
/** For the complete file: 25 MB over a line of 1.7 Mbit/s. */
const maxSeconds = 120

const take = (subject: string, bytes: number): number => {
  const now = (taken.get(subject) ?? 0) + bytes
  if (now === 0) taken.delete(subject)
  else taken.set(subject, now)
  return now
}

export interface Sender {
  network: string
  /** Null for a visitor, who is counted by network. */
  userId: string | null
}

export async function received<T>(
  request: IncomingMessage,
  sender: Sender,
  look: (bytes: Buffer) => Promise<T>,
  { seconds = maxSeconds } = {},
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
  const { network } = sender
  const chunks: Buffer[] = []
  let size = 0
  // A sender who sends a byte now and then would use its part of the room for as long as it likes.
  const late = setTimeout(() => request.destroy(), seconds * 1000).unref()
  try {
    for await (const chunk of arriving(request)) {
      size += chunk.length
      const now = { network: take(network, chunk.length), all: take('all', chunk.length) }
      if (size > verificationLimitBytes) throw tooLarge(verificationLimitBytes)
      if (now.network > room.network || now.all > room.all) throw tooMany()
      chunks.push(chunk)
    }
    clearTimeout(late)
    return await inTurn(sender, () => look(Buffer.concat(chunks)))
  } finally {
    clearTimeout(late)
    take(network, -size)
    take('all', -size)
  }
}

async function inTurn<T>({ network, userId }: Sender, look: () => Promise<T>): Promise<T> {
  const free = ofSender.take(userId ?? network)
  if (free === null)
    throw new DomainError('too-many', 'Two of your files are still being verified. Wait for a result first.', {
      retryAfterSeconds: 5,
    })
  const freeAll = ofAll.take('all')
  try {
    if (freeAll === null) throw tooMany()
    return await look()
  } finally {
    freeAll?.()
    free()
  }
}

const tooMany = () => new DomainError('unavailable', 'Many files are being verified. Try again in a moment.')

/**
 * A sender who disconnects is not a fault. A refusal leaves the stream intact, so that the request can still get a
 * reply.
 */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false })
  try {
    for await (const chunk of chunks) yield chunk as Buffer
  } catch (error) {
    throw error instanceof DomainError ? error : incompleteFileError()
  }
}
