import * as api from '../../api/folder-access-requests.ts'
import type { Bind } from '../kit/serve.ts'
import { decideAccessRequest } from './actions.ts'
import { accessRequestFor, listAccessRequests } from './queries.ts'

export function folderAccessRequestRoutes(on: Bind) {
  on.read(api.listFolderAccessRequests, ({ db, actor, query }) => listAccessRequests(db, actor, query))
  on.read(api.readFolderAccessRequest, ({ db, actor, params }) => accessRequestFor(db, actor, params.id))
  on.write(api.changeFolderAccessRequestStatus, ({ tx, actor, params, body, ifMatch }) =>
    decideAccessRequest(tx, actor, params.id, body, ifMatch),
  )
}
