import * as api from '../../api/employee-acknowledgments.ts'
import type { Bind } from '../kit/serve.ts'
import { acknowledgeHandbook, readEmployeeHandbook, requestAcknowledgments } from './actions.ts'
import { listEmployeeAcknowledgments } from './queries.ts'

export function employeeAcknowledgmentRoutes(on: Bind) {
  on.read(api.listEmployeeAcknowledgments, ({ db, actor, params, query }) =>
    listEmployeeAcknowledgments(db, actor, params.id, query),
  )
  on.write(api.requestAcknowledgments, ({ tx, actor, params, body }) =>
    requestAcknowledgments(tx, actor, params.id, body),
  )
  on.act(api.readEmployeeHandbook, ({ db, body, request }) => readEmployeeHandbook(db, body.token, request.ip))
  on.act(api.acknowledgeEmployeeHandbook, ({ db, origin, body }) => acknowledgeHandbook(db, origin, body))
}
