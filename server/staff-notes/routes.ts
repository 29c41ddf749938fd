import * as api from '../../api/staff-notes.ts'
import type { Bind } from '../kit/serve.ts'
import { addStaffNote, changeStaffNote } from './actions.ts'
import { listStaffNotes, staffNoteFor } from './queries.ts'

export function staffNoteRoutes(on: Bind) {
  on.read(api.listStaffNotes, ({ db, actor, params, query }) => listStaffNotes(db, actor, params.id, query))
  on.write(api.addStaffNote, ({ tx, actor, params, body }) => addStaffNote(tx, actor, params.id, body))
  on.read(api.readStaffNote, async ({ db, actor, params }) => (await staffNoteFor(db, actor, params.id)).note)
  on.write(api.changeStaffNote, ({ tx, actor, params, body, ifMatch }) =>
    changeStaffNote(tx, actor, params.id, body, ifMatch),
  )
}
