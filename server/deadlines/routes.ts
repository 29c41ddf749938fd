import * as api from '../../api/deadlines.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { addStandardDeadlines, changeDeadlineStatus, createDeadline } from './actions.ts'
import { deadlineColumns } from './csv.ts'
import { deadlineFor, listDeadlines, listFolderDeadlines } from './queries.ts'

export function deadlineRoutes(on: Bind) {
  on.read(api.listDeadlines, ({ db, actor, query }) => listDeadlines(db, actor, query))
  on.raw(api.exportDeadlines, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'deadlines',
        query,
        columns: deadlineColumns,
        page: (page) => listDeadlines(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.listFolderDeadlines, ({ db, actor, params, query }) => listFolderDeadlines(db, actor, params.id, query))
  on.read(api.readDeadline, async ({ db, actor, params }) => (await deadlineFor(db, actor, params.id)).deadline)
  on.write(api.createDeadline, ({ tx, actor, params, body }) => createDeadline(tx, actor, params.id, body))
  on.write(api.addStandardDeadlines, ({ tx, actor, params }) => addStandardDeadlines(tx, actor, params.id))
  on.write(api.changeDeadlineStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeDeadlineStatus(tx, actor, params.id, body, ifMatch),
  )
}
