import * as api from '../../api/bulk-actions.ts'
import type { AppContext } from '../app-context.ts'
import { uploadIdFromUrl } from '../uploads/addresses.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { startBulkAction, stopBulkAction } from './actions.ts'
import { itemColumns } from './csv.ts'
import { bulkActionFor, listBulkActionItems, listBulkActions } from './queries.ts'
import { countRecipients } from './recipients.ts'

export function bulkActionRoutes(on: Bind, context: AppContext) {
  on.read(api.listBulkActions, ({ db, actor, query }) => listBulkActions(db, actor, query))
  on.read(api.countRecipients, ({ db, actor, query }) => countRecipients(db, actor, query))
  on.act(api.createBulkAction, ({ origin, actor, body, request }) => {
    const uploadId =
      body.kind === 'document' ? uploadIdFromUrl(body.documentURL, request, context.config.publicUrl) : null
    return startBulkAction(context, origin, actor, body, uploadId)
  })
  on.read(api.readBulkAction, ({ db, actor, params }) => bulkActionFor(db, actor, params.id))
  on.read(api.listBulkActionItems, ({ db, actor, params, query }) => listBulkActionItems(db, actor, params.id, query))
  on.raw(api.exportBulkActionItems, async ({ db, actor, origin, params, query, reply }) => {
    await bulkActionFor(db, actor, params.id)
    await sendList(
      { db, origin, reply },
      {
        type: 'bulk-actions',
        query,
        columns: itemColumns,
        page: (page) => listBulkActionItems(db, actor, params.id, { ...query, ...page }),
      },
    )
  })
  on.write(api.changeBulkActionStatus, ({ tx, actor, params, ifMatch }) =>
    stopBulkAction(tx, actor, params.id, ifMatch),
  )
}
