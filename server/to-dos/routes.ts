import * as api from '../../api/to-dos.ts'
import type { Bind } from '../kit/serve.ts'
import { noteMessagesRead } from './actions.ts'
import { toDosOf } from './queries.ts'

export function toDoRoutes(on: Bind) {
  on.read(api.readToDos, ({ db, actor }) => toDosOf(db, actor))
  on.write(api.noteMessagesRead, ({ tx, actor, params, body }) => noteMessagesRead(tx, actor, params.id, body))
}
