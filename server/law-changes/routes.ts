import * as api from '../../api/law-changes.ts'
import type { Bind } from '../kit/serve.ts'
import { listChangesOfFolder, listLawChanges } from './queries.ts'

export function lawChangeRoutes(on: Bind) {
  on.read(api.listLawChanges, ({ db, query }) => listLawChanges(db, query))
  on.read(api.listFolderLawChanges, ({ db, actor, params, query }) => listChangesOfFolder(db, actor, params.id, query))
}
