import * as api from '../../api/document-requests.ts'
import type { Bind } from '../kit/serve.ts'
import { changeDocumentRequestStatus, createDocumentRequest, createDocumentRequestSet } from './actions.ts'
import { countDocumentRequests, documentRequestFor, listDocumentRequests, viewed } from './queries.ts'

export function documentRequestRoutes(on: Bind) {
  on.read(api.listDocumentRequests, ({ db, actor, params, query }) => listDocumentRequests(db, actor, params.id, query))
  on.read(api.countDocumentRequests, ({ db, actor, params }) => countDocumentRequests(db, actor, params.id))
  on.write(api.createDocumentRequest, ({ tx, actor, params, body }) =>
    createDocumentRequest(tx, actor, params.id, body),
  )
  on.write(api.createDocumentRequestSet, ({ tx, actor, params, body }) =>
    createDocumentRequestSet(tx, actor, params.id, body),
  )
  on.read(api.readDocumentRequest, async ({ db, actor, params }) => {
    const { request, folder } = await documentRequestFor(db, actor, params.id)
    return viewed(request, actor, folder)
  })
  on.write(api.changeDocumentRequestStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeDocumentRequestStatus(tx, actor, params.id, body, ifMatch),
  )
}
