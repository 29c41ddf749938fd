// Readers who take an answer a few bytes at a time. Node cuts a line on which nothing moves (slow-lines.ts); one that moves a little
// would hold its place, and what waits for it, for as long as it likes.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Pace {
  bytes: number
  milliseconds: number
}

/** A kilobyte a second: less than any line has over which a page can be read. */
const usual: Pace = { bytes: 20_000, milliseconds: 20_000 }

interface Mark {
  at: number
  taken: number
}

/** Cuts whoever has something waiting and takes less of it than this. */
export function expectReading(app: FastifyInstance, { bytes, milliseconds }: Pace = usual): void {
  const lines = new Map<Socket, Mark | null>()
  app.server.on('connection', (socket: Socket) => {
    lines.set(socket, null)
    socket.once('close', () => lines.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, mark] of lines) {
      const { waiting, taken } = stateOf(socket)
      if (waiting === 0) lines.set(socket, null)
      else if (mark === null || taken - mark.taken >= bytes) lines.set(socket, { at: now, taken })
      // What the system still holds for the reader goes too.
      else if (now - mark.at >= milliseconds) socket.resetAndDestroy()
    }
  }
  const watch = setInterval(look, milliseconds / 10).unref()
  app.addHook('onClose', async () => clearInterval(watch))
}

/** What the system has taken of what was written, and what it has not; only the handle knows, and Node's types do not name it. */
function stateOf(socket: Socket): { waiting: number; taken: number } {
  const { _handle: handle } = socket as unknown as { _handle: { writeQueueSize: number; bytesWritten: number } | null }
  if (handle === null) return { waiting: 0, taken: 0 }
  return { waiting: handle.writeQueueSize, taken: handle.bytesWritten - handle.writeQueueSize }
}
