import * as api from '../../api/employees.ts'
import type { Bind } from '../kit/serve.ts'
import { addEmployee, changeEmployee } from './actions.ts'
import { employeeFor, listEmployees, viewed } from './queries.ts'

export function employeeRoutes(on: Bind) {
  on.read(api.listEmployees, ({ db, actor, params, query }) => listEmployees(db, actor, params.id, query))
  on.read(api.readEmployee, async ({ db, actor, params }) => {
    const { employee, folder } = await employeeFor(db, actor, params.id)
    return viewed(employee, folder)
  })
  on.write(api.addEmployee, ({ tx, actor, params, body }) => addEmployee(tx, actor, params.id, body))
  on.write(api.changeEmployee, ({ tx, actor, params, body, ifMatch }) =>
    changeEmployee(tx, actor, params.id, body, ifMatch),
  )
}
