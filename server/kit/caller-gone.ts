// Work that is done for an answer ends when nobody waits for the answer any more.
import type { FastifyReply } from 'fastify'

/** Fires when the connection closes before the answer was sent. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
