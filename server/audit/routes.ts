import * as api from '../../api/audit.ts'
import { readTrail } from '../../domain/audit.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Bind } from '../kit/serve.ts'
import { verifyTrail } from './chain.ts'
import { listAudit } from './queries.ts'

export function auditRoutes(on: Bind) {
  on.read(api.listAudit, ({ db, query }) => listAudit(db, query, query.clientFolderId))
  on.read(api.verifyAudit, ({ db }) => verifyTrail(db))
  on.read(api.listFolderAudit, async ({ db, actor, params, query }) => {
    const folder = await folderFor(db, actor, params.id)
    readTrail(actor)
    return listAudit(db, query, folder.id)
  })
}
