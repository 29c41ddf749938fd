import * as api from '../../api/tasks.ts'
import { historyOf } from '../assignments/queries.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { changeTask, changeTaskChecklist, changeTaskStatus, createTask, deleteTask } from './actions.ts'
import { taskColumns } from './csv.ts'
import { listTasks, readTask, taskAssignees } from './queries.ts'

export function taskRoutes(on: Bind) {
  on.read(api.listTasks, ({ db, actor, query }) => listTasks(db, actor, query))
  on.raw(api.exportTasks, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'tasks',
        query,
        columns: taskColumns,
        page: (page) => listTasks(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.listTaskAssignees, ({ db, actor, query }) => taskAssignees(db, actor, query))
  on.read(api.readTask, async ({ db, actor, params }) => ({
    ...(await readTask(db, actor, params.id)),
    history: await historyOf(db, 'tasks', params.id),
  }))
  on.write(api.createTask, ({ tx, actor, body }) => createTask(tx, actor, body))
  on.write(api.changeTask, ({ tx, actor, params, body, ifMatch }) => changeTask(tx, actor, params.id, body, ifMatch))
  on.write(api.changeTaskStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeTaskStatus(tx, actor, params.id, body.status, ifMatch),
  )
  on.write(api.changeTaskChecklist, ({ tx, actor, params, body, ifMatch }) =>
    changeTaskChecklist(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.deleteTask, ({ tx, actor, params, ifMatch }) => deleteTask(tx, actor, params.id, ifMatch))
}
