import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import * as api from '../../api/events.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Database } from '../kit/db.ts'
import type { Live } from '../kit/live.ts'
import type { Bind } from '../kit/serve.ts'

/** How long an open folder counts as looked at after its tab was last heard of. */
const presenceSeconds = 60

export function eventRoutes(on: Bind, live: Live) {
  on.raw(api.openEvents, async ({ db, actor, query, reply }) => {
    const folder =
      query.clientFolderId === undefined ? null : await folderFor(db, actor, query.clientFolderId, { part: 'folder' })
    // Whoever views as the client does not count as the client looking.
    const leave = folder === null || actor.viewer !== null ? () => {} : await bePresent(db, actor.id, folder.id)
    reply.hijack()
    // The tab may have been closed while we looked; then nothing will tell us so any more.
    if (reply.raw.destroyed) return leave()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // A stream's line is not used again: when the portal stops, nothing is left to wait for.
      connection: 'close',
    })
    const close = live.open(actor, actor.sessionId, reply.raw)
    const left = actor.viewer === null ? null : new Date(actor.viewer.until).getTime() - db.now.getTime()
    const over = left === null ? undefined : setTimeout(() => reply.raw.end(), left)
    reply.raw.once('close', () => {
      clearTimeout(over)
      close()
      leave()
    })
  })
}

/** Says, as long as the stream is open, that this person has this folder open. */
async function bePresent(db: Database, userId: string, clientFolderId: string): Promise<() => void> {
  const connectionId = newId()
  const until = () => new Date(db.now.getTime() + presenceSeconds * 1000)
  await db.run(sql`
    insert into presence (connection_id, user_id, client_folder_id, until) values (${connectionId}, ${userId}, ${clientFolderId}, ${until()})`)
  const quietly = (work: Promise<unknown>) => void work.catch(() => {}) // worth no fault: presence ends by itself
  const timer = setInterval(
    () => quietly(db.run(sql`update presence set until = ${until()} where connection_id = ${connectionId}`)),
    (presenceSeconds * 1000) / 2,
  )
  return () => {
    clearInterval(timer)
    quietly(db.run(sql`delete from presence where connection_id = ${connectionId}`))
  }
}
