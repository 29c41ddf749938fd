import * as api from '../../api/events.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor } from '../client-folders/queries.ts'
import { isId } from '../kit/authorize.ts'
import type { Live } from '../kit/live.ts'
import type { Bind } from '../kit/serve.ts'
import type { Database } from '../kit/db.ts'
import { trackPresence } from './presence.ts'

export function eventRoutes(on: Bind, live: Live, database: Database) {
  const bePresent = trackPresence(database)
  on.raw(api.openEvents, async ({ db, actor, query, reply }) => {
    const giveBack = live.reserve(actor)
    let leave: () => void
    try {
      const folderIds = [...new Set(query.clientFolderId?.split(',') ?? [])]
      if (!folderIds.every(isId)) throw notFound()
      for (const id of folderIds) await folderFor(db, actor, id, { part: 'folder' })
      // An administrator who views as the client does not count as the client.
      leave = await bePresent(actor.id, actor.viewer === null ? folderIds : [])
    } catch (error) {
      giveBack()
      throw error
    }
    reply.hijack()
    // The tab may have closed while presence was written; the close event has passed then.
    if (reply.raw.destroyed) {
      giveBack()
      return leave()
    }
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // The connection is not reused, so that a shutdown does not wait for it.
      connection: 'close',
    })
    const close = live.open(actor, reply.raw)
    const left = actor.viewer === null ? null : new Date(actor.viewer.until).getTime() - db.now.getTime()
    const over = left === null ? undefined : setTimeout(() => reply.raw.end(), left)
    reply.raw.once('close', () => {
      clearTimeout(over)
      close()
      giveBack()
      leave()
    })
  })
}
