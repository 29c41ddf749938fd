import * as api from '../../api/employee-imports.ts'
import type { Bind } from '../kit/serve.ts'
import { type EmployeeList, importEmployees, previewEmployeeImport, readEmployeeList } from './actions.ts'

export function employeeImportRoutes(on: Bind) {
  on.read(api.previewEmployeeImport, ({ db, actor, params, body }) =>
    previewEmployeeImport(db, actor, params.id, body.csv),
  )
  on.write<typeof api.importEmployees, EmployeeList>(
    api.importEmployees,
    ({ tx, actor, params, prepared }) => importEmployees(tx, actor, params.id, prepared),
    ({ body }) => readEmployeeList(body.csv),
  )
}
