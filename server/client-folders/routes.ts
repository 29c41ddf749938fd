import * as api from '../../api/client-folders.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { sendList } from '../kit/export.ts'
import { folderColumns } from './csv.ts'
import { changeClientFolder, createClientFolder } from './actions.ts'
import { folderAccess } from './access.ts'
import { folderDates } from './dates.ts'
import { folderFigures } from './figures.ts'
import { mergeFolder } from './merge.ts'
import { folderMergePreview } from './merge-queries.ts'
import { folderFor, listClientFolders, viewed } from './queries.ts'
import { listFolderSummaries } from './summaries.ts'

export function clientFolderRoutes(on: Bind, { dataKeys }: Pick<AppContext, 'dataKeys'>) {
  on.read(api.listClientFolders, ({ db, actor, query }) => listClientFolders(db, actor, query))
  on.read(api.listFolderSummaries, ({ db, actor, query }) => listFolderSummaries(db, actor, query))
  on.raw(api.exportClientFolders, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'client-folders',
        query,
        columns: folderColumns,
        page: (page) => listClientFolders(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readClientFolder, async ({ db, actor, params }) =>
    viewed(await folderFor(db, actor, params.id, { part: 'folder' }), actor),
  )
  on.read(api.readFolderFigures, ({ db, actor, params }) => folderFigures(db, actor, params.id))
  on.read(api.readFolderDates, ({ db, actor, params }) => folderDates(db, actor, params.id))
  on.read(api.readFolderAccess, ({ db, actor, params }) => folderAccess(db, actor, params.id))
  on.read(api.readFolderMergePreview, ({ db, actor, params, query }) =>
    folderMergePreview(db, actor, params.id, query.intoId),
  )
  on.write(api.mergeClientFolder, ({ tx, actor, params, body, ifMatch }) =>
    mergeFolder(tx, dataKeys, actor, params.id, body, ifMatch),
  )
  on.write(api.createClientFolder, ({ tx, actor, body }) => createClientFolder(tx, actor, body))
  on.write(api.changeClientFolder, ({ tx, actor, params, body, ifMatch }) =>
    changeClientFolder(tx, actor, params.id, body, ifMatch),
  )
}
