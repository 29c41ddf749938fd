import * as api from '../../api/retention.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { changeRetentionRule, createErasure, createLegalHold, releaseLegalHold } from './actions.ts'
import { sendArchivedPdf } from './archived-pdfs.ts'
import { erasurePlan } from './plan.ts'
import { retentionDue } from './purge.ts'
import { archivedPdfFor, listErasures, listArchivedPdfs, listLegalHolds, retentionRules } from './queries.ts'

export function retentionRoutes(on: Bind, { files }: Pick<AppContext, 'files'>) {
  on.read(api.readRetentionRules, ({ db }) => retentionRules(db))
  on.write(api.changeRetentionRule, ({ tx, actor, params, body }) => changeRetentionRule(tx, actor, params.class, body))
  on.read(api.readRetentionDue, ({ db, query }) => retentionDue(db, query))
  on.read(api.listLegalHolds, ({ db, query }) => listLegalHolds(db, query))
  on.write(api.createLegalHold, ({ tx, actor, params, body }) => createLegalHold(tx, actor, params.id, body))
  on.write(api.releaseLegalHold, ({ tx, actor, params, body }) => releaseLegalHold(tx, actor, params.id, body))
  on.read(api.readErasurePlan, async ({ db, actor, params }) => erasurePlan(db, await folderFor(db, actor, params.id)))
  on.write(api.createErasure, ({ tx, actor, params, body }) => createErasure(tx, actor, params.id, body))
  on.read(api.listErasures, ({ db, query }) => listErasures(db, query))
  on.read(api.listArchivedPdfs, ({ db, query }) => listArchivedPdfs(db, query))
  on.raw(api.readArchivedPdfFile, async ({ params, ...asking }) =>
    sendArchivedPdf({ files }, asking, await archivedPdfFor(asking.db, params.id)),
  )
}
