// Files pass between the portal and its sealing process over a pipe of their own: as messages they would be copied several times,
// and hold up whoever reads them for as long as it takes.
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** Which of the process's file descriptors the pipe is. */
export const pipeDescriptor = 4

/** The next so many bytes; no more than these are on their way. Put together once: a large file held twice makes all else wait. */
export async function take(from: Readable, length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length)
  for (let size = 0; size < length;) {
    const chunk = from.read() as Buffer | null
    if (chunk === null) await once(from, 'readable')
    else size += chunk.copy(whole, size)
  }
  return whole
}
