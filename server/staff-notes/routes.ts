import * as api from '../../api/staff-notes.ts'
import type { Bind } from '../kit/serve.ts'
import { addStaffNote } from './actions.ts'
import { listStaffNotes } from './queries.ts'

export function staffNoteRoutes(on: Bind) {
  on.read(api.listStaffNotes, ({ db, actor, params, query }) => listStaffNotes(db, actor, params.id, query))
  on.write(api.addStaffNote, ({ tx, actor, params, body }) => addStaffNote(tx, actor, params.id, body))
}
