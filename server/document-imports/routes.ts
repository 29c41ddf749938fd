import * as api from '../../api/document-imports.ts'
import type { DocumentImportRow } from '../../domain/document-import.ts'
import type { AppContext } from '../app-context.ts'
import { type Columns, sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { uploadIdFromUrl } from '../uploads/addresses.ts'
import { createDocumentImport, discardDocumentImport, startDocumentImport, stopDocumentImport } from './actions.ts'
import { documentImportFor, listDocumentImportRows, listDocumentImports } from './queries.ts'

const columns: Columns<DocumentImportRow> = {
  File: ({ path }) => path,
  Name: ({ name }) => name,
  Subfolder: ({ subfolder }) => subfolder,
  Tags: ({ tags }) => tags.join(', '),
  Visibility: ({ visibility }) => visibility,
  'Client folder': ({ folderName }) => folderName,
  Status: ({ status }) => status,
  Reason: ({ reason }) => reason,
}

export function documentImportRoutes(on: Bind, context: AppContext) {
  on.read(api.listDocumentImports, ({ db, query }) => listDocumentImports(db, query))
  on.act(api.createDocumentImport, ({ origin, actor, body, request }) =>
    createDocumentImport(
      context,
      origin,
      actor,
      body,
      uploadIdFromUrl(body.documentURL, request, context.config.publicUrl),
    ),
  )
  on.read(api.readDocumentImport, ({ db, params }) => documentImportFor(db, params.id))
  on.read(api.listDocumentImportRows, ({ db, params, query }) => listDocumentImportRows(db, params.id, query))
  on.raw(api.exportDocumentImportRows, async ({ db, origin, params, query, reply }) => {
    await documentImportFor(db, params.id)
    await sendList(
      { db, origin, reply },
      {
        type: 'document-imports',
        query,
        columns,
        page: (page) => listDocumentImportRows(db, params.id, { ...query, ...page }),
      },
    )
  })
  on.write(api.startDocumentImport, ({ tx, actor, params }) => startDocumentImport(tx, actor, params.id))
  on.write(api.stopDocumentImport, ({ tx, params }) => stopDocumentImport(tx, params.id))
  on.write(api.discardDocumentImport, ({ tx, params }) => discardDocumentImport(tx, params.id))
}
