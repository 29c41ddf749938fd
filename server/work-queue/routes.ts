import * as api from '../../api/work-queue.ts'
import { isClient } from '../../domain/actor.ts'
import type { Bind } from '../kit/serve.ts'
import { clientWorkQueue, teamWorkQueue } from './queries.ts'

export function workQueueRoutes(on: Bind) {
  on.read(api.readWorkQueue, ({ db, actor, query }) => {
    const view = query.view ?? 'all'
    return isClient(actor)
      ? clientWorkQueue(db, actor, view, query.clientFolderId)
      : teamWorkQueue(db, actor, view, query.clientFolderId)
  })
}
