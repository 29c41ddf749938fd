// Browsers open lines ahead of use. To Node one that never carried a request is not idle, so a clean stop would wait for it.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** When the app closes, lines without a request end at once; those that carry one are the server's to finish. */
export function closeUnusedLines(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => void unused.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of unused) socket.destroy()
  })
}
