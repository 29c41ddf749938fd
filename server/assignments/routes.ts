import * as api from '../../api/assignments.ts'
import type { Bind } from '../kit/serve.ts'
import { changeAssignment, changeAssignmentStatus, createAssignment } from './actions.ts'
import { addAssignmentComment, listAssignmentComments, retractAssignmentComment } from './comments.ts'
import { assignmentFor, historyOf, listAssignments, viewed } from './queries.ts'

export function assignmentRoutes(on: Bind) {
  on.read(api.listAssignments, ({ db, actor, params, query }) => listAssignments(db, actor, params.id, query))
  on.write(api.createAssignment, ({ tx, actor, params, body }) => createAssignment(tx, actor, params.id, body))
  on.read(api.readAssignment, async ({ db, actor, params }) => {
    const { assignment, folder } = await assignmentFor(db, actor, params.id)
    return { ...viewed(assignment, actor, folder), history: await historyOf(db, 'assignments', params.id) }
  })
  on.write(api.changeAssignment, ({ tx, actor, params, body, ifMatch }) =>
    changeAssignment(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeAssignmentStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeAssignmentStatus(tx, actor, params.id, body, ifMatch),
  )
  on.read(api.listAssignmentComments, ({ db, actor, params, query }) =>
    listAssignmentComments(db, actor, params.id, query),
  )
  on.write(api.addAssignmentComment, ({ tx, actor, params, body }) => addAssignmentComment(tx, actor, params.id, body))
  on.write(api.retractAssignmentComment, ({ tx, actor, params }) => retractAssignmentComment(tx, actor, params.id))
}
