import * as api from '../../api/service-requests.ts'
import type { Bind } from '../kit/serve.ts'
import { sendList } from '../kit/export.ts'
import { requestColumns } from './csv.ts'
import { assignRequest, changeRequestStatus, markRequestAsNotSpam, submitServiceRequest } from './actions.ts'
import { requestDuplicates } from './duplicates.ts'
import { mergedRequests, mergeRequest } from './merge.ts'
import { listRequestsOfFolder, requestMoreServices } from './more-services.ts'
import { listServiceRequests, requestFor, viewed } from './queries.ts'

export function serviceRequestRoutes(on: Bind) {
  on.write(api.submitServiceRequest, ({ tx, actor, body }) => submitServiceRequest(tx, actor, body))
  on.write(api.requestMoreServices, ({ tx, actor, params, body }) => requestMoreServices(tx, actor, params.id, body))
  on.read(api.listRequestsOfFolder, ({ db, actor, params, query }) => listRequestsOfFolder(db, actor, params.id, query))
  on.read(api.listServiceRequests, ({ db, actor, query }) => listServiceRequests(db, actor, query))
  on.raw(api.exportServiceRequests, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'service-requests',
        query,
        columns: requestColumns,
        page: (page) => listServiceRequests(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readServiceRequest, async ({ db, actor, params }) =>
    viewed(await requestFor(db, actor, params.id), actor),
  )
  on.read(api.readRequestDuplicates, ({ db, actor, params }) => requestDuplicates(db, actor, params.id))
  on.read(api.readMergedRequests, ({ db, actor, params }) => mergedRequests(db, actor, params.id))
  on.write(api.mergeServiceRequest, ({ tx, actor, params, body, ifMatch }) =>
    mergeRequest(tx, actor, params.id, body.intoId, ifMatch),
  )
  on.write(api.changeServiceRequestStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeRequestStatus(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.markServiceRequestAsNotSpam, ({ tx, actor, params, ifMatch }) =>
    markRequestAsNotSpam(tx, actor, params.id, ifMatch),
  )
  on.write(api.changeServiceRequestAssignee, ({ tx, actor, params, body, ifMatch }) =>
    assignRequest(tx, actor, params.id, body.assignedStaffId, ifMatch),
  )
}
