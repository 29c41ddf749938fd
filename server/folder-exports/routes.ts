import type { FastifyReply } from 'fastify'
import * as api from '../../api/folder-exports.ts'
import { safeName } from '../../domain/file-names.ts'
import { assertCanDownloadExport, type FolderExport } from '../../domain/folder-export.ts'
import { notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { readOnlyImpersonation } from '../../domain/impersonation.ts'
import { withoutData } from '../kit/log.ts'
import type { AppContext } from '../app-context.ts'
import { sendFile } from '../file-storage/send-file.ts'
import type { Bind } from '../kit/serve.ts'
import { createFolderExport, recordDownloaded, recordFetched } from './actions.ts'
import { folderExportFor, listFolderExports, unsafeStorageKey } from './queries.ts'

export function folderExportRoutes(on: Bind, { files, log }: AppContext) {
  on.read(api.listFolderExports, ({ db, actor, query }) => listFolderExports(db, actor, query))
  on.write(api.createFolderExport, ({ tx, actor, params }) => createFolderExport(tx, actor, params.id))
  on.raw(api.readFolderExportFile, async ({ db, origin, actor, params, request, reply }) => {
    const copy = await folderExportFor(db, actor, params.id)
    // It can be downloaded once, which is reserved for the client.
    if (actor.viewer !== null) throw readOnlyImpersonation()
    assertCanDownloadExport(copy, db.now)
    const key = await unsafeStorageKey(db, copy.id)
    if (key === null || copy.size === null || copy.sha256 === null) throw notFound()
    const file = {
      key,
      size: copy.size,
      name: nameOf(copy),
      mimeType: 'application/zip',
      sha256: copy.sha256,
      inline: false,
    }
    await sendFile(files, request, reply, file, async (range) => {
      await recordFetched(db, origin, copy)
      // A download that broke off, or only its first range, may be repeated.
      const endsIt = range === null || range.end === file.size - 1
      if (endsIt)
        onceSent(reply, () =>
          recordDownloaded(db, origin, copy).catch((error: unknown) =>
            log.warn({ error: withoutData(error) }, 'a downloaded copy is not marked so'),
          ),
        )
    })
  })
}

/** 'finish' fires when the last byte was handed to the connection; an interrupted reply closes without it. */
const onceSent = (reply: FastifyReply, then: () => Promise<void>) => reply.raw.once('finish', () => void then())

/** "Acme Tooling 2026-04-02.zip" */
const nameOf = ({ clientFolderName, createdAt }: FolderExport) =>
  `${safeName(clientFolderName)} ${officeDate(new Date(createdAt))}.zip`
