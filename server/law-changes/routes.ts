import * as api from '../../api/law-changes.ts'
import type { Bind } from '../kit/serve.ts'
import { countAffectedClients, listAffectedClients, listChangesOfFolder, listLawChanges } from './queries.ts'

export function lawChangeRoutes(on: Bind) {
  on.read(api.listLawChanges, ({ db, query }) => listLawChanges(db, query))
  on.read(api.listFolderLawChanges, ({ db, actor, params, query }) => listChangesOfFolder(db, actor, params.id, query))
  on.read(api.countAffectedClients, ({ db, actor }) => countAffectedClients(db, actor))
  on.read(api.listAffectedClients, ({ db, actor, params, query }) => listAffectedClients(db, actor, params.id, query))
}
