import * as api from '../../api/employee-acknowledgments.ts'
import { handbookFor } from '../handbooks/queries.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { acknowledgeHandbook, readEmployeeHandbook, requestAcknowledgments } from './actions.ts'
import { acknowledgmentColumns } from './csv.ts'
import { latestVersion, listEmployeeAcknowledgments } from './queries.ts'

export function employeeAcknowledgmentRoutes(on: Bind) {
  on.read(api.listEmployeeAcknowledgments, ({ db, actor, params, query }) =>
    listEmployeeAcknowledgments(db, actor, params.id, query),
  )
  on.raw(api.exportEmployeeAcknowledgments, async ({ db, actor, origin, params, query, reply }) => {
    const { handbook } = await handbookFor(db, actor, params.id)
    const version = await latestVersion(db, handbook.id)
    await sendList(
      { db, origin, reply },
      {
        type: 'employee-acknowledgments',
        query: { ...query, handbookId: handbook.id, clientFolderId: handbook.clientFolderId },
        columns: acknowledgmentColumns(version),
        page: (page) => listEmployeeAcknowledgments(db, actor, handbook.id, { ...query, ...page }),
      },
    )
  })
  on.write(api.requestAcknowledgments, ({ tx, actor, params, body }) =>
    requestAcknowledgments(tx, actor, params.id, body),
  )
  on.act(api.readEmployeeHandbook, ({ db, body, request }) => readEmployeeHandbook(db, body.token, request.ip))
  on.act(api.acknowledgeEmployeeHandbook, ({ db, origin, body }) => acknowledgeHandbook(db, origin, body))
}
