import * as api from '../../api/documents.ts'
import { assertCanDownloadDocument } from '../../domain/document.ts'
import { assertCanRequestSignature } from '../../domain/document-actions.ts'
import { fileKinds } from '../../domain/file-kind.ts'
import { recordOpened } from '../audit-log/opened.ts'
import type { AppContext } from '../app-context.ts'
import { sendFile } from '../file-storage/send-file.ts'
import type { Bind } from '../kit/serve.ts'
import { ifMatchOf } from '../kit/version.ts'
import { deliveryRecorder } from '../signatures/deliveries.ts'
import { uploadIdFromUrl } from '../uploads/addresses.ts'
import { assertSignable, changeDocument, registerDocument } from './actions.ts'
import { setDocumentExpiration } from './expiration.ts'
import { moveDocument, renameSubfolder } from './subfolders.ts'
import { setDocumentTags } from './tags.ts'
import { changeDocumentVisibility, openShared } from './visibility.ts'
import { addDocumentVersion, listDocumentVersions } from './versions.ts'
import { listWithdrawnDocuments, withdrawDocument } from './withdrawal.ts'
import { sendDocuments } from './bulk-download.ts'
import { documentFigures, documentFor, listDocuments, unsafeStorageKey, viewed } from './queries.ts'

export function documentRoutes(on: Bind, context: AppContext) {
  const { files, config } = context
  on.act(api.registerDocument, ({ origin, actor, body, request }) =>
    registerDocument(context, origin, actor, body, uploadIdFromUrl(body.documentURL, request, config.publicUrl)),
  )
  on.read(api.listDocuments, ({ db, actor, params, query }) => listDocuments(db, actor, params.id, query))
  on.read(api.readDocumentFigures, ({ db, actor, params }) => documentFigures(db, actor, params.id))
  on.raw(api.downloadDocuments, ({ origin, actor, params, query, request, reply }) =>
    sendDocuments(context, origin, actor, { clientFolderId: params.id, ids: query.ids }, request, reply),
  )
  on.read(api.readDocument, async ({ db, actor, params }) => {
    const { document, folder } = await documentFor(db, actor, params.id)
    return viewed(document, actor, folder)
  })
  on.raw(api.readDocumentFile, async ({ db, origin, actor, params, query, request, reply }) => {
    const { document } = await documentFor(db, actor, params.id)
    assertCanDownloadDocument(document, actor)
    const { fileSize: size, originalName: name, mimeType, sha256 } = document
    const inline = query.inline !== undefined && mimeType === fileKinds.pdf.mimeType
    const key = await unsafeStorageKey(db, document.id)
    const { id, clientFolderId } = document
    const bytes = { noun: 'documents' as const, id, clientFolderId, sha256, size }
    const delivered = deliveryRecorder(context, origin, actor, document, bytes)
    await sendFile(files, request, reply, { key, size, name, mimeType, sha256, inline, delivered }, (range) =>
      recordOpened(db, origin, { action: 'document.opened', id, clientFolderId }, range, (tx) =>
        openShared(tx, actor, [id]),
      ),
    )
  })
  on.act(api.addDocumentVersion, ({ origin, actor, params, body, request }) =>
    addDocumentVersion(
      context,
      origin,
      actor,
      params.id,
      body,
      uploadIdFromUrl(body.documentURL, request, config.publicUrl),
    ),
  )
  on.read(api.listDocumentVersions, ({ db, actor, params, query }) => listDocumentVersions(db, actor, params.id, query))
  on.write(api.setDocumentTags, ({ tx, actor, params, body, ifMatch }) =>
    setDocumentTags(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.moveDocument, ({ tx, actor, params, body, ifMatch }) =>
    moveDocument(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.setDocumentExpiration, ({ tx, actor, params, body, ifMatch }) =>
    setDocumentExpiration(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeDocumentVisibility, ({ tx, actor, params, body, ifMatch }) =>
    changeDocumentVisibility(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.renameSubfolder, ({ tx, actor, params, body }) => renameSubfolder(tx, actor, params.id, body))
  on.write(api.withdrawDocument, ({ tx, actor, params, body }) => withdrawDocument(tx, actor, params.id, body))
  on.read(api.listWithdrawnDocuments, ({ db, actor, params, query }) =>
    listWithdrawnDocuments(db, actor, params.id, query),
  )
  on.act(api.changeDocument, async ({ db, origin, actor, params, body, request }) => {
    const { document } = await documentFor(db, actor, params.id)
    assertCanRequestSignature(actor, document)
    if (body.requiresSignature) await assertSignable(context, document)
    const ifMatch = ifMatchOf(request)
    return db.transaction({ ...origin, unconditional: ifMatch === null }, (tx) =>
      changeDocument(tx, actor, params.id, body, ifMatch),
    )
  })
}
