import * as api from '../../api/audit-log.ts'
import { assertCanReadAuditLog } from '../../domain/audit-log.ts'
import { mayUsePart, typesOfStaff } from '../../domain/folder-rights.ts'
import { folderFor } from '../client-folders/queries.ts'
import { sendCsv } from '../kit/csv.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { verifyPart, verifyAuditLog } from './chain.ts'
import { auditColumns, auditLines, recordAuditExport } from './csv.ts'
import { listAudit, readAuditWords } from './queries.ts'

export function auditRoutes(on: Bind, { dataKeys: keys }: Pick<AppContext, 'dataKeys'>) {
  on.read(api.listAudit, ({ db, query }) => listAudit(db, query, query))
  on.read(api.readAuditWords, ({ db }) => readAuditWords(db))
  on.read(api.verifyAudit, ({ db, query: { part } }) =>
    part === undefined ? verifyAuditLog(db, keys) : verifyPart(db, keys, part),
  )
  on.raw(api.exportAudit, async ({ db, origin, query, reply }) => {
    await recordAuditExport(db, origin, query)
    sendCsv(reply, 'audit log.csv', auditColumns, () => auditLines(db, query))
  })
  on.read(api.listFolderAudit, async ({ db, actor, params, query }) => {
    const folder = await folderFor(db, actor, params.id, { part: 'folder' })
    assertCanReadAuditLog(actor)
    const entityTypes = mayUsePart(actor, 'everything') ? undefined : typesOfStaff(actor.staffAccess)
    return listAudit(db, { ...query, clientFolderId: folder.id, entityTypes }, query)
  })
}
